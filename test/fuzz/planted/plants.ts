/** A plausible fault, planted by changing one place in one file. */
export interface Plant {
  readonly name: string;
  /** Path of the file from the repository's root. */
  readonly file: string;
  /** Text to replace. It must occur exactly once in the file. */
  readonly from: string;
  readonly to: string;
}

const plantsIn = (file: string, ...faults: readonly Omit<Plant, 'file'>[]): Plant[] =>
  faults.map((fault) => ({ file, ...fault }));

/** Faults that the fuzzer must find when each is planted separately. */
export const plants: readonly Plant[] = [
  ...plantsIn(
    'functions/locations-v3/list-work-centres.ts',
    {
      name: 'a page may have 101 work centres',
      from: 'const maxSize = 100;',
      to: 'const maxSize = 101;',
    },
    { name: 'latitudes up to 180 are accepted', from: 'numberParam(-90, 90)', to: 'numberParam(-180, 180)' },
    { name: 'lat is accepted without lon', from: 'if (lat && !lon)', to: 'if (Number.isNaN(0))' },
    {
      name: 'a radius without a search point is an error',
      from: 'if (!lat && !lon && !near) ignoreRadius(query);',
      to: '',
    },
    {
      name: 'a filter by all address types matches any of them',
      from: "allAddressTypes: query['location[addresses.type:all]']",
      to: "addressTypes: query['location[addresses.type:all]'] ?? query['location[addresses.type]']",
    },
  ),
  ...plantsIn(
    'functions/locations-v3/extensions/bbox.ts',
    {
      name: 'a box that crosses the antimeridian contains everything outside it',
      from: 'x >= west || x <= east',
      to: 'x <= west && x >= east',
    },
    { name: 'the northern edge is outside', from: 'y <= north &&', to: 'y < north &&' },
  ),
  ...plantsIn('functions/locations-v3/extensions/ids.ts', {
    name: 'a former id finds nothing',
    from: '? rowsOf(index.columns.formerCodes(), each)',
    to: '? new Uint32Array()',
  }),
  ...plantsIn(
    'functions/locations-v3/extensions/lifecycle.ts',
    { name: 'a lifecycle has no successor', from: 'successor !== undefined &&', to: 'false &&' },
    { name: 'the last day is absent', from: 'closesOn !== undefined &&', to: 'false &&' },
  ),
  ...plantsIn(
    'shared/domain/location/parcel.ts',
    { name: 'a parcel limit is exclusive', from: '?? 0) > limit)', to: '?? 0) >= limit)' },
    {
      name: 'a parcel without a known weight limit fits',
      from: 'edges && (weight !== undefined || parcel.weight === undefined)',
      to: 'edges',
    },
    {
      name: 'the girth is not compared',
      from: '(girth !== undefined && girthOf(parcel) > girth) ||',
      to: '',
    },
  ),
  ...plantsIn('functions/locations-v3/paging.ts', {
    name: 'total counts only the page',
    from: '  total,\n  offset,',
    to: '  total: total > 0 ? page.length : 0,\n  offset,',
  }),
  ...plantsIn('functions/locations-v3/list-operational-capabilities.ts', {
    name: 'an offset past the end causes a failure',
    from: 'const page = all.slice(offset, offset + size);',
    to: "if (offset > all.length) throw new Error('past the end'); const page = all.slice(offset, offset + size);",
  }),
  ...plantsIn('functions/locations-v3/get-work-centre.ts', {
    name: 'an unknown id returns 200 with an empty list',
    from: 'if (!location) throw',
    to: 'if (parts === undefined) return { workcentres: [] as never }; if (parts === undefined) throw',
  }),
  ...plantsIn(
    'functions/locations-v3/export-work-centres.ts',
    {
      name: 'the export redirects even with redirect=false',
      from: "if (redirect === 'true') return new ApiResponse(302",
      to: 'if (redirect) return new ApiResponse(302',
    },
    {
      name: 'the link as JSON may be sent as a referrer',
      from: 'new ApiResponse(200, headers, ',
      to: 'new ApiResponse(200, catalogueVersionHeader(version), ',
    },
  ),
  ...plantsIn(
    'shared/spatial/nearest.ts',
    {
      name: 'locations at exactly the radius are excluded',
      from: 'distanceKm > radiusKm',
      to: 'distanceKm >= radiusKm',
    },
    {
      name: 'locations at equal distances are sorted in reverse',
      from: '= rank[values[index] ?? 0] ?? 0',
      to: '= -(rank[values[index] ?? 0] ?? 0)',
    },
  ),
  ...plantsIn('shared/spatial/count.ts', {
    name: 'locations at exactly the radius are not counted',
    from: 'squaredChordToKm(square) <= radiusKm',
    to: 'squaredChordToKm(square) < radiusKm',
  }),
  ...plantsIn(
    'shared/spatial/sphere.ts',
    {
      name: 'locations beyond the date line are half a world away',
      from: '(lon === -180 ? 180 : lon)',
      to: '(lon < -179 ? lon + 180 : lon)',
    },
    {
      name: 'the radius of the earth is slightly too large',
      from: 'const earthRadiusKm = 6371;',
      to: 'const earthRadiusKm = 6378;',
    },
  ),
  ...plantsIn(
    'shared/http/representation.ts',
    {
      name: 'an ETag does not depend on the parameters',
      from: '[wireFormat, event.resource, path, query, mediaType, validators]',
      to: '[wireFormat, event.resource, path, mediaType, validators]',
    },
    {
      name: 'a current ETag is not recognised',
      from: 'includes(opaqueTag(tag))',
      to: 'includes(tag)',
    },
    {
      name: 'a response with a position may be cached',
      from: "privateParameters = ['lat', 'lon', ",
      to: 'privateParameters = [',
    },
  ),
  ...plantsIn('shared/http/headers.ts', {
    name: 'GeoJSON is returned even if JSON is equally preferred',
    from: "(weights.get('application/geo+json') ?? 0) > json",
    to: "(weights.get('application/geo+json') ?? 0) >= json",
  }),
  ...plantsIn('shared/domain/location/hours/openness.ts', {
    name: 'a location is open in the minute in which it closes',
    from: 'minute < end)',
    to: 'minute <= end)',
  }),
  ...plantsIn('shared/domain/location/hours/moment.ts', {
    name: 'local times are read as UTC',
    from: 'isLocal ? instantOf(time, offsetAt) : time',
    to: 'time',
  }),
  ...plantsIn('shared/domain/location/hours/schedules.ts', {
    name: 'locations without usual hours are never open',
    from: 'distinct(offered().map((each) => each.hours))',
    to: '[]',
  }),
  ...plantsIn('shared/wire/work-centre-view.ts', {
    name: 'distances are in metres',
    from: 'Math.round(distanceKm * 1000)',
    to: 'Math.round(distanceKm * 1_000_000)',
  }),
  ...plantsIn(
    'shared/http/query-params.ts',
    {
      name: 'the last value of a repeated parameter wins',
      from: 'const [given, ...others] = texts;',
      to: 'const [given, ...others] = texts.slice(-1);',
    },
    {
      name: 'the length of a delivery point is counted in UTF-16 code units',
      from: '[...text].length <= maxLength',
      to: 'text.length <= maxLength',
    },
    { name: 'a line feed may follow an integer', from: '/^-?[0-9]+$/,', to: '/^-?[0-9]+\\n?$/,' },
    { name: 'numbers may be hexadecimal', from: '/^-?[0-9]+(', to: '/^0x[0-9a-f]+$|^-?[0-9]+(' },
    {
      name: 'a comma-separated list may have 101 values',
      from: 'const maxValues = 100;',
      to: 'const maxValues = 101;',
    },
    {
      name: 'empty items of a list are ignored',
      from: "addViolation(context, 'must not contain empty values; check for extra commas');\n      continue;",
      to: 'continue;',
    },
    {
      name: 'blanks around commas are not ignored',
      from: 'new Set(items.map(trimBlanks))',
      to: 'new Set(items)',
    },
  ),
  ...plantsIn(
    'functions/locations-v2/points.ts',
    {
      name: 'types may be in lower case',
      from: 'listParam(locationType),',
      to: 'listParam(textItem().check((type) => { type.value = type.value.toUpperCase(); type.issues.push(...(locationType.safeParse(type.value).error?.issues ?? [])); })) as never,',
    },
    {
      name: 'the partner may be in lower case',
      from: 'pc === servedPartner',
      to: 'pc.toUpperCase() === servedPartner',
    },
    {
      name: 'outstations have no description',
      from: 'description: location.description,',
      to: "description: location.type === 'OS' ? (undefined as never) : location.description,",
    },
    {
      name: 'a special day has no weekday',
      from: 'return day === undefined ? undefined : weekdayOf(day);',
      to: 'return undefined;',
    },
    {
      name: 'names are not converted to capitals',
      from: 'location.name?.toUpperCase()',
      to: 'location.name',
    },
  ),
  ...plantsIn('functions/locations-v2/find-points-by-postcode.ts', {
    name: 'postcodes lose their leading zero',
    from: "String(path.postcode).padStart(4, '0')",
    to: 'String(path.postcode)',
  }),
  ...plantsIn('functions/locations-v2/find-points-near.ts', {
    name: 'the default limit is six points',
    from: 'z._default(integerParam(0, 10_000), 5)',
    to: 'z._default(integerParam(0, 10_000), 6)',
  }),
  ...plantsIn('shared/domain/location/hours/intervals.ts', {
    name: 'hours end a minute early',
    from: 'return { start, end: start < end ? end : end + minutesPerDay };',
    to: 'return { start, end: start < end ? end - 1 : end + minutesPerDay };',
  }),
  ...plantsIn('shared/http/errors.ts', {
    name: 'errors have no CORS headers',
    from: '...commonHeaders, ...retryAfter',
    to: "'content-type': commonHeaders['content-type'], ...retryAfter",
  }),
  ...plantsIn(
    'shared/http/request.ts',
    {
      name: 'only the first violation is listed',
      from: 'constraintViolation(...problems)',
      to: 'constraintViolation(...problems.slice(0, 1))',
    },
    {
      name: 'a path with invalid encoding causes a failure',
      from: "addViolation(context, 'is not valid percent-encoded UTF-8');",
      to: "throw new TypeError('undecodable');",
    },
  ),
  ...plantsIn(
    'shared/http/json-body.ts',
    {
      name: 'the last of several duplicate members wins',
      from: 'if (duplicate !== undefined)',
      to: 'if (duplicate === null)',
    },
    {
      name: 'a byte order mark is skipped',
      from: 'fatal: true, ignoreBOM: true',
      to: 'fatal: true, ignoreBOM: false',
    },
  ),
  ...plantsIn(
    'functions/bill-management-v1/submit-enquiry.ts',
    { name: 'a biller may have an underscore', from: '/^[a-zA-Z0-9 \\-[\\]]*$/', to: '/^[\\w \\-[\\]]*$/' },
    {
      name: 'the date pattern is anchored',
      from: '/[0-9]{1,2}(\\/|-)[0-9]{1,2}(\\/|-)[0-9]{4}/',
      to: '/^[0-9]{1,2}(\\/|-)[0-9]{1,2}(\\/|-)[0-9]{4}$/',
    },
    {
      name: 'an idempotency key may have 256 characters',
      from: 'z.maxLength(255, ',
      to: 'z.maxLength(256, ',
    },
    {
      name: 'an Idempotency-Key is accepted with another body',
      from: 'if (!(error instanceof IdempotencyKeyReused)) throw error;',
      to: "if (error instanceof IdempotencyKeyReused) return '0000-0000-0000' as never; throw error;",
    },
  ),
  ...plantsIn(
    'shared/domain/billing/bill-validation.ts',
    {
      name: 'the minimum amount of a biller is too low',
      from: 'amount < minimumAmount',
      to: 'amount <= minimumAmount',
    },
    {
      name: 'an empty list of payment methods accepts none',
      from: 'paymentMethod === undefined || paymentMethods.length === 0',
      to: 'paymentMethod === undefined',
    },
    { name: 'dashes are not removed from references', from: '\\\\-\\\\u2010-\\\\u2015', to: '\\\\-' },
    {
      name: 'the length of a reference is counted in UTF-16 code units',
      from: 'const { length } = [...reference];',
      to: 'const { length } = reference;',
    },
  ),
  ...plantsIn('shared/domain/billing/check-digit.ts', {
    name: 'the digits of two-digit products are not added',
    from: "products === 'ADD' ? product : digitSum(product)",
    to: 'product',
  }),
  ...plantsIn('functions/bill-management-v1/get-biller-metadata-by-code.ts', {
    name: 'an unknown biller is looked up in the object prototype',
    from: 'const test = sandbox',
    to: 'const known: Record<string, { charAt(at: number): string }> = {}; known[path.code]?.charAt(0); const test = sandbox',
  }),
];
