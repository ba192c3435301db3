/** A plausible fault, planted by changing one place in one file. */
export interface Plant {
  readonly name: string;
  /** Path of the file from the repository's root. */
  readonly file: string;
  /** Text to replace. It must occur exactly once in the file. */
  readonly from: string;
  readonly to: string;
}

/** Faults that the fuzzer must find when each is planted separately, by file and name: the old and the new text. */
const faults: Readonly<Record<string, Readonly<Record<string, readonly [from: string, to: string]>>>> = {
  'functions/locations-v3/list-work-centres.ts': {
    'a page may have 101 work centres': ['const maxSize = 100;', 'const maxSize = 101;'],
    'latitudes up to 180 are accepted': ['numberParam(-90, 90)', 'numberParam(-180, 180)'],
    'lat is accepted without lon': ['if (lat && !lon)', 'if (Number.isNaN(0))'],
    'a radius without a search point is an error': ['if (!lat && !lon && !near) ignoreRadius(query);', ''],
    'a filter by all address types matches any of them': [
      "allAddressTypes: query['location[addresses.type:all]']",
      "addressTypes: query['location[addresses.type:all]'] ?? query['location[addresses.type]']",
    ],
  },
  'functions/locations-v3/extensions/bbox.ts': {
    'a box that crosses the antimeridian contains everything outside it': [
      'x >= west || x <= east',
      'x <= west && x >= east',
    ],
    'the northern edge is outside': ['y <= north &&', 'y < north &&'],
  },
  'functions/locations-v3/extensions/ids.ts': {
    'a former id finds nothing': ['? rowsOf(index.columns.formerCodes(), each)', '? new Uint32Array()'],
  },
  'functions/locations-v3/extensions/lifecycle.ts': {
    'a lifecycle has no successor': ['successor !== undefined &&', 'false &&'],
    'the last day is absent': ['closesOn !== undefined &&', 'false &&'],
  },
  'shared/domain/location/parcel.ts': {
    'a parcel limit is exclusive': ['?? 0) > limit)', '?? 0) >= limit)'],
    'a parcel without a known weight limit fits': [
      'edges && (weight !== undefined || parcel.weight === undefined)',
      'edges',
    ],
    'the girth is not compared': ['(girth !== undefined && girthOf(parcel) > girth) ||', ''],
  },
  'functions/locations-v3/paging.ts': {
    'total counts only the page': ['  total,\n  offset,', '  total: total > 0 ? page.length : 0,\n  offset,'],
  },
  'functions/locations-v3/list-operational-capabilities.ts': {
    'an offset past the end causes a failure': [
      'const page = all.slice(offset, offset + size);',
      "if (offset > all.length) throw new Error('past the end'); const page = all.slice(offset, offset + size);",
    ],
  },
  'functions/locations-v3/get-work-centre.ts': {
    'an unknown id returns 200 with an empty list': [
      'if (!location) throw',
      'if (parts === undefined) return { workcentres: [] as never }; if (parts === undefined) throw',
    ],
  },
  'functions/locations-v3/export-work-centres.ts': {
    'the export redirects even with redirect=false': [
      "if (redirect === 'true') return new ApiResponse(302",
      'if (redirect) return new ApiResponse(302',
    ],
    'the link as JSON may be sent as a referrer': [
      'new ApiResponse(200, headers, ',
      'new ApiResponse(200, catalogueVersionHeader(version), ',
    ],
  },
  'shared/spatial/nearest.ts': {
    'locations at exactly the radius are excluded': ['distanceKm > radiusKm', 'distanceKm >= radiusKm'],
    'locations at equal distances are sorted in reverse': [
      '= rank[values[index] ?? 0] ?? 0',
      '= -(rank[values[index] ?? 0] ?? 0)',
    ],
  },
  'shared/spatial/count.ts': {
    'locations at exactly the radius are not counted': [
      'squaredChordToKm(square) <= radiusKm',
      'squaredChordToKm(square) < radiusKm',
    ],
  },
  'shared/spatial/sphere.ts': {
    'locations beyond the date line are half a world away': [
      '(lon === -180 ? 180 : lon)',
      '(lon < -179 ? lon + 180 : lon)',
    ],
    'the radius of the earth is slightly too large': [
      'const earthRadiusKm = 6371;',
      'const earthRadiusKm = 6378;',
    ],
  },
  'shared/http/representation.ts': {
    'an ETag does not depend on the parameters': [
      '[wireFormat, event.resource, path, query, mediaType, validators]',
      '[wireFormat, event.resource, path, mediaType, validators]',
    ],
    'a current ETag is not recognised': ['includes(opaqueTag(tag))', 'includes(tag)'],
    'a response with a position may be cached': [
      "privateParameters = ['lat', 'lon', ",
      'privateParameters = [',
    ],
  },
  'shared/http/headers.ts': {
    'GeoJSON is returned even if JSON is equally preferred': [
      "(weights.get('application/geo+json') ?? 0) > json",
      "(weights.get('application/geo+json') ?? 0) >= json",
    ],
  },
  'shared/domain/location/hours/openness.ts': {
    'a location is open in the minute in which it closes': ['minute < end)', 'minute <= end)'],
  },
  'shared/domain/location/hours/moment.ts': {
    'local times are read as UTC': ['isLocal ? instantOf(time, offsetAt) : time', 'time'],
  },
  'shared/domain/location/hours/schedules.ts': {
    'locations without usual hours are never open': ['distinct(offered().map((each) => each.hours))', '[]'],
  },
  'shared/wire/work-centre-view.ts': {
    'distances are in metres': ['Math.round(distanceKm * 1000)', 'Math.round(distanceKm * 1_000_000)'],
  },
  'shared/http/query-params.ts': {
    'the last value of a repeated parameter wins': [
      'const [given, ...others] = texts;',
      'const [given, ...others] = texts.slice(-1);',
    ],
    'the length of a delivery point is counted in UTF-16 code units': [
      '[...text].length <= maxLength',
      'text.length <= maxLength',
    ],
    'a line feed may follow an integer': ['/^-?[0-9]+$/,', '/^-?[0-9]+\\n?$/,'],
    'numbers may be hexadecimal': ['/^-?[0-9]+(', '/^0x[0-9a-f]+$|^-?[0-9]+('],
    'a comma-separated list may have 101 values': ['const maxValues = 100;', 'const maxValues = 101;'],
    'empty items of a list are ignored': [
      "addViolation(context, 'must not contain empty values; check for extra commas');\n      continue;",
      'continue;',
    ],
    'blanks around commas are not ignored': ['new Set(items.map(trimBlanks))', 'new Set(items)'],
  },
  'functions/locations-v2/points.ts': {
    'types may be in lower case': [
      'listParam(locationType),',
      'listParam(textItem().check((type) => { type.value = type.value.toUpperCase(); type.issues.push(...(locationType.safeParse(type.value).error?.issues ?? [])); })) as never,',
    ],
    'the partner may be in lower case': ['pc === servedPartner', 'pc.toUpperCase() === servedPartner'],
    'outstations have no description': [
      'description: location.description,',
      "description: location.type === 'OS' ? (undefined as never) : location.description,",
    ],
    'a special day has no weekday': [
      'return day === undefined ? undefined : weekdayOf(day);',
      'return undefined;',
    ],
    'names are not converted to capitals': ['location.name?.toUpperCase()', 'location.name'],
  },
  'functions/locations-v2/find-points-by-postcode.ts': {
    'postcodes lose their leading zero': ["String(path.postcode).padStart(4, '0')", 'String(path.postcode)'],
  },
  'functions/locations-v2/find-points-near.ts': {
    'the default limit is six points': [
      'z._default(integerParam(0, 10_000), 5)',
      'z._default(integerParam(0, 10_000), 6)',
    ],
  },
  'shared/domain/location/hours/intervals.ts': {
    'hours end a minute early': [
      'return { start, end: start < end ? end : end + minutesPerDay };',
      'return { start, end: start < end ? end - 1 : end + minutesPerDay };',
    ],
  },
  'shared/http/errors.ts': {
    'errors have no CORS headers': [
      '...commonHeaders, ...retryAfter',
      "'content-type': commonHeaders['content-type'], ...retryAfter",
    ],
  },
  'shared/http/request.ts': {
    'only the first violation is listed': [
      'constraintViolation(...problems)',
      'constraintViolation(...problems.slice(0, 1))',
    ],
    'a path with invalid encoding causes a failure': [
      "addViolation(context, 'is not valid percent-encoded UTF-8');",
      "throw new TypeError('undecodable');",
    ],
  },
  'shared/http/json-body.ts': {
    'the last of several duplicate members wins': ['if (duplicate !== undefined)', 'if (duplicate === null)'],
    'a byte order mark is skipped': ['fatal: true, ignoreBOM: true', 'fatal: true, ignoreBOM: false'],
  },
  'functions/bill-management-v1/submit-enquiry.ts': {
    'a biller may have an underscore': ['/^[a-zA-Z0-9 \\-[\\]]*$/', '/^[\\w \\-[\\]]*$/'],
    'the date pattern is anchored': [
      '/[0-9]{1,2}(\\/|-)[0-9]{1,2}(\\/|-)[0-9]{4}/',
      '/^[0-9]{1,2}(\\/|-)[0-9]{1,2}(\\/|-)[0-9]{4}$/',
    ],
    'an idempotency key may have 256 characters': ['z.maxLength(255, ', 'z.maxLength(256, '],
    'an Idempotency-Key is accepted with another body': [
      'if (!(error instanceof IdempotencyKeyReused)) throw error;',
      "if (error instanceof IdempotencyKeyReused) return '0000-0000-0000' as never; throw error;",
    ],
  },
  'shared/domain/billing/bill-validation.ts': {
    'the minimum amount of a biller is too low': ['amount < minimumAmount', 'amount <= minimumAmount'],
    'an empty list of payment methods accepts none': [
      'paymentMethod === undefined || paymentMethods.length === 0',
      'paymentMethod === undefined',
    ],
    'dashes are not removed from references': ['\\\\-\\\\u2010-\\\\u2015', '\\\\-'],
    'the length of a reference is counted in UTF-16 code units': [
      'const { length } = [...reference];',
      'const { length } = reference;',
    ],
  },
  'shared/domain/billing/check-digit.ts': {
    'the digits of two-digit products are not added': [
      "products === 'ADD' ? product : digitSum(product)",
      'product',
    ],
  },
  'functions/bill-management-v1/get-biller-metadata-by-code.ts': {
    'an unknown biller is looked up in the object prototype': [
      'const test = sandbox',
      'const known: Record<string, { charAt(at: number): string }> = {}; known[path.code]?.charAt(0); const test = sandbox',
    ],
  },
};

export const plants: readonly Plant[] = Object.entries(faults).flatMap(([file, changes]) =>
  Object.entries(changes).map(([name, [from, to]]) => ({ name, file, from, to })),
);
