/**
 * Written by `npm run generate` from the service's OpenAPI document; do not edit.
 */
export interface paths {
    "/export/workcentres": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all work centres
         * @description Redirects to a published file. Files with all work centres are written on a schedule (hourly in production) and after imports; `changes` brings them up to the newest version. Before the first publication, the response is 503.
         *
         *     **Do not send your key to the file's host.** HTTP clients that follow redirects may forward `AUTH-KEY` unless you disable that. Do not follow the redirect automatically; fetch the URL without the header.
         *
         *     **In browsers**, send `redirect=false`, because browsers hide from a page where a redirect leads. Then fetch the `url` in the response without the key.
         *
         *     All files except `files` are compressed with gzip. In `json`, `geojson`, `ndjson`, `changes` and `removed`, each record is on its own line.
         */
        get: operations["exportWorkCentres"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operational-capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operational capabilities
         * @description Returns all services that work centres may offer, ordered by ID.
         */
        get: operations["getOperationalCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete the name of a place
         * @description Returns places that match the text typed so far. Places whose suburb or postcode begins with the text come first, then those with the most addresses. To search near a place, send its `label` as `near`.
         */
        get: operations["getPlaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workcentres": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search work centres
         * @description Returns work centres that match all filters. With a search point they are ordered by distance and, at the same distance, by ID. Without one they are ordered by ID. `pagination.total` is the number of all matches.
         */
        get: operations["getWorkCentres"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workcentres/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a work centre
         * @description Returns the work centre with this ID. Its distance is 0. If the ID is a former one, the response is the work centre that replaced it, with its current `id`, which `content-location` repeats.
         */
        get: operations["getWorkCentreByID"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A group of capabilities. */
        CapabilityCategory: {
            id: string;
            name: string;
        };
        /** @description Seven days from today in the work centre's time zone, including special days. */
        CapabilityCurrentHours: {
            periods: components["schemas"]["CurrentHourPeriod"][];
        };
        /** @description Reserved for future use. No capability has a location yet. */
        CapabilityLocation: {
            attributes: {
                /** Format: double */
                lat: number;
                /** Format: double */
                lon: number;
                name: string;
            };
            id: string;
            type: string;
        };
        /** @description Whether the capability is open, and when that changes. Absent if it has no hours. */
        CapabilityOpening: {
            /**
             * Format: date-time
             * @description Time for which the hours are evaluated, in local time: `open_at`, by default now.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it opens, if it is closed and opens within 14 days.
             */
            next_opening?: string;
            /**
             * Format: date-time
             * @description When it closes, if it is open and closes within 14 days. A lunch break counts as closing.
             */
            open_until?: string;
            /** @description Whether the hours on the date of `at` differ from the usual week. Absent if no hours are known. */
            special?: boolean;
            /**
             * @description `UNKNOWN` if no hours are known. Lunch breaks are `CLOSED`.
             * @enum {string}
             */
            state: "OPEN" | "CLOSED" | "UNKNOWN";
        };
        /** @description The usual week without lunch breaks. A day may have several periods; a closed day has none. */
        CapabilityStandardHours: {
            periods: components["schemas"]["StandardHourPeriod"][];
        };
        /** @description Without `open` and `close`, the day is closed. */
        CurrentHourPeriod: {
            close?: components["schemas"]["HourMinute"];
            /** @enum {string} */
            day: "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN";
            open?: components["schemas"]["HourMinute"];
            /** @enum {string} */
            type: "HOURS" | "SPECIAL_HOURS" | "CLOSED" | "SPECIAL_CLOSED";
        };
        Error: {
            /** @enum {string} */
            code: "CONSTRAINT_VIOLATION" | "UNAUTHORIZED" | "FORBIDDEN" | "METHOD_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE";
            /** @description Human-readable explanation. Its wording may change. */
            detail: string;
            /**
             * Format: uuid
             * @description Quote this ID when you contact support. It appears in our logs.
             */
            id: string;
        };
        /** @description One error for each problem. */
        ErrorResponse: {
            errors: components["schemas"]["Error"][];
        };
        /** @description Link to the file, returned with `redirect=false`. */
        ExportLinkResponse: {
            /**
             * Format: int64
             * @description Size of the file as stored and sent. All files except `files` are compressed with gzip, which browsers decompress.
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When the URL expires, in UTC.
             */
            expires_at: string;
            /** @description SHA-256 of the file as stored and sent, in hex. All files except `files` are compressed with gzip. To verify the decompressed content, use `content_sha256` in `files`. */
            sha256: string;
            /**
             * Format: uri
             * @description URL of the file. It works until `expires_at` and needs no key. Anyone with the URL can read the file, so do not log or share it.
             */
            url: string;
            /** @description Version of the file, as in the header `waypost-catalogue-version`. For `changes`, `removed` and `files` it is the newest version. */
            version: string;
        };
        /** @description A time of day, local to the work centre. */
        HourMinute: {
            hour: number;
            minute: number;
        };
        /** @description A page of operational capabilities. */
        OperationalCapabilitiesResponse: {
            operational_capabilities: components["schemas"]["OperationalCapabilityItem"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A service offered at a work centre, with its hours. */
        OperationalCapability: {
            attributes: {
                /**
                 * @description A string, not a boolean.
                 * @enum {string}
                 */
                appointment_required: "true" | "false";
                categories: components["schemas"]["CapabilityCategory"][];
                current_hours?: components["schemas"]["CapabilityCurrentHours"];
                description?: string;
                location?: components["schemas"]["CapabilityLocation"];
                name: string;
                service_offering: boolean;
                standard_hours?: components["schemas"]["CapabilityStandardHours"];
            };
            /** @description The same ID as in the list of operational capabilities. */
            id: string;
        };
        /** @description A capability in the list of all capabilities. */
        OperationalCapabilityItem: {
            attributes: {
                /** @enum {string} */
                appointment_required?: "true" | "false";
                categories?: components["schemas"]["CapabilityCategory"][];
                description?: string;
                name?: string;
                service_offering?: boolean;
            };
            /** @description Value for the filter `attribute[operational_capabilities.id]`. */
            id: string;
        };
        /** @description Position of a page in its list. */
        Pagination: {
            /**
             * Format: int32
             * @description Number of items skipped.
             */
            offset: number;
            /**
             * Format: int32
             * @description Number of items on this page.
             */
            size: number;
            /**
             * Format: int64
             * @description Total number of matches across all pages.
             */
            total: number;
        };
        /** @description Limits for parcels that a work centre accepts, inclusive. Unknown limits are absent. */
        ParcelLimits: {
            /** @description Maximum edge lengths in mm, longest first. A parcel may be turned to fit. */
            edges?: number[];
            /**
             * @description Whether `parcel` fits. `UNKNOWN` if it exceeds no known limit, but a relevant limit is unknown.
             * @enum {string}
             */
            fits?: "YES" | "NO" | "UNKNOWN";
            /** @description Maximum girth in mm: twice the sum of the two shorter edges of the parcel. */
            girth?: number;
            /** @description Maximum weight in g. */
            weight?: number;
        };
        /** @description A suburb in a postcode. */
        Place: {
            /** @description Unique name, which `near` accepts. */
            label: string;
            /**
             * Format: double
             * @description Latitude in degrees (WGS 84).
             */
            lat: number;
            /**
             * Format: double
             * @description Longitude in degrees (WGS 84).
             */
            lon: number;
            /** @description Four digits. */
            postcode: string;
            state: string;
            suburb: string;
        };
        /** @description Matching places, best first. */
        PlacesResponse: {
            places: components["schemas"]["Place"][];
        };
        /** @description The place that matches `near`. */
        SearchPoint: {
            /** @description Labels of other places that match. */
            alternatives: string[];
            /** @description Unique name, which `near` accepts. */
            label: string;
            /**
             * Format: double
             * @description Latitude in degrees (WGS 84).
             */
            lat: number;
            /**
             * Format: double
             * @description Longitude in degrees (WGS 84).
             */
            lon: number;
            /** @description Four digits. */
            postcode: string;
            state: string;
            suburb: string;
        };
        /** @description An operational capability with only the selected members. */
        SparseOperationalCapability: {
            attributes?: {
                /**
                 * @description A string, not a boolean.
                 * @enum {string}
                 */
                appointment_required: "true" | "false";
                categories: components["schemas"]["CapabilityCategory"][];
                current_hours?: components["schemas"]["CapabilityCurrentHours"];
                description?: string;
                location?: components["schemas"]["CapabilityLocation"];
                name: string;
                service_offering: boolean;
                standard_hours?: components["schemas"]["CapabilityStandardHours"];
            };
            /** @description The same ID as in the list of operational capabilities. */
            id: string;
            opening?: components["schemas"]["CapabilityOpening"];
        };
        /** @description A work centre with the members that `fields` selects. `id` and `type` are always present. */
        SparseWorkCentre: {
            attributes?: components["schemas"]["SparseWorkCentreAttributes"];
            availability?: components["schemas"]["WorkCentreAvailability"];
            /** @description Former IDs that find this work centre. Absent if there are none. */
            former_ids?: string[];
            /** @description A number and a type suffix: the location code of version 2. */
            id: string;
            /** @description Absent if nothing is planned. */
            lifecycle?: components["schemas"]["WorkCentreLifecycle"];
            location?: components["schemas"]["SparseWorkCentreLocation"];
            opening?: components["schemas"]["WorkCentreOpening"];
            parcel_limits?: components["schemas"]["ParcelLimits"];
            /** @enum {string} */
            type: "PO" | "UPL" | "R_SPB" | "C_SPB" | "OS" | "DC";
        };
        SparseWorkCentreAttributes: {
            /** @description Who may use a parcel locker, such as AL, RD, UD or NA. */
            access_restriction_code?: string;
            business_long_name?: string;
            business_name?: string;
            fax_number?: string;
            /** @description Location of a parcel locker, such as GL, HN, MY, RL or NA. */
            location_type_code?: string;
            operational_capabilities?: components["schemas"]["SparseOperationalCapability"][];
            /** @description Name of this type of work centre. */
            org_unit_type_description?: string;
            phone_number?: string;
            /** @description Identifier of the facility. Work centres at the same place share it. */
            work_centre_id?: string;
        };
        SparseWorkCentreLocation: {
            addresses?: components["schemas"]["WorkCentreAddress"][];
            attributes?: {
                /**
                 * Format: double
                 * @description Distance from the search point in kilometres, rounded to the metre. 0 without a search point.
                 */
                distance: number;
                /**
                 * Format: double
                 * @description Latitude in degrees (WGS 84).
                 */
                lat: number;
                /**
                 * Format: double
                 * @description Longitude in degrees (WGS 84).
                 */
                lon: number;
            };
        };
        /** @description With `fields`: the work centre with the selected members. */
        SparseWorkCentreResponse: {
            workcentres: components["schemas"]["SparseWorkCentre"][];
        };
        /** @description With `fields` or `near`: a page of work centres with the selected members. */
        SparseWorkCentresResponse: {
            pagination: components["schemas"]["Pagination"];
            /** @description With `near`: the search point; null if no place has this name. */
            search_point?: components["schemas"]["SearchPoint"] | null;
            workcentres: components["schemas"]["SparseWorkCentre"][];
        };
        /** @description An opening interval. An interval that spans midnight is split in two: until 23:59, and from 00:00 the next day. */
        StandardHourPeriod: {
            close: components["schemas"]["HourMinute"];
            /** @enum {string} */
            day: "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN";
            open: components["schemas"]["HourMinute"];
        };
        /** @description An outlet or facility. */
        WorkCentre: {
            attributes: components["schemas"]["WorkCentreAttributes"];
            /** @description A number and a type suffix: the location code of version 2. */
            id: string;
            location: components["schemas"]["WorkCentreLocation"];
            /** @enum {string} */
            type: "PO" | "UPL" | "R_SPB" | "C_SPB" | "OS" | "DC";
        };
        WorkCentreAddress: {
            attributes: {
                address_line_1: string;
                address_line_2?: string;
                address_line_3?: string;
                /** @description Two letters, ISO 3166. */
                country_code: string;
                country_name: string;
                /** @description How to find the address. */
                directions?: string;
                /** @description Delivery point identifier. For the first address, defaults to the location's identifier. Empty if there is none. */
                dpid: string;
                /** @description Four digits with leading zeros. Empty if the source has none. */
                postcode: string | "";
                state: string;
                suburb: string;
            };
            /** @description `STREET_ADDRESS`, `PARCEL_COLLECT` or `COLLECTION_POINT`. */
            type: string;
        };
        WorkCentreAttributes: {
            /** @description Who may use a parcel locker, such as AL, RD, UD or NA. */
            access_restriction_code?: string;
            business_long_name?: string;
            business_name: string;
            fax_number?: string;
            /** @description Location of a parcel locker, such as GL, HN, MY, RL or NA. */
            location_type_code?: string;
            operational_capabilities?: components["schemas"]["OperationalCapability"][];
            /** @description Name of this type of work centre. */
            org_unit_type_description: string;
            phone_number?: string;
            /** @description Identifier of the facility. Work centres at the same place share it. */
            work_centre_id: string;
        };
        /** @description With `fields=availability`: whether the work centre currently accepts parcels, according to reports. Absent if there are no current reports. */
        WorkCentreAvailability: {
            /** @description Whether the work centre accepts parcels. */
            accepting: boolean;
            /**
             * Format: date-time
             * @description When this was observed. If there is no report about this work centre, the time of the last report about any work centre.
             */
            as_of: string;
            /**
             * @description Why the work centre does not accept parcels.
             * @enum {string}
             */
            reason?: "FULL" | "FAULT" | "SUSPENDED";
            /**
             * Format: date-time
             * @description When the report expires, unless another one replaces it.
             */
            until?: string;
        };
        /** @description With `Accept: application/geo+json`: the work centre. */
        WorkCentreFeature: {
            geometry: {
                /** @description Longitude and latitude in degrees (WGS 84). */
                coordinates: number[];
                /** @constant */
                type: "Point";
            };
            id: string;
            properties: {
                address_line_1?: string;
                address_line_2?: string;
                address_line_3?: string;
                availability?: components["schemas"]["WorkCentreAvailability"];
                business_long_name?: string;
                business_name?: string;
                country_code?: string;
                description?: string;
                /**
                 * Format: double
                 * @description Kilometres from the search point, if there is one.
                 */
                distance?: number;
                dpid?: string;
                fax_number?: string;
                /** @description Former IDs that find this work centre. Absent if there are none. */
                former_ids?: string[];
                /** @description Absent if nothing is planned. */
                lifecycle?: components["schemas"]["WorkCentreLifecycle"];
                opening?: components["schemas"]["WorkCentreOpening"];
                /** @description The usual week in OpenStreetMap's `opening_hours` notation. */
                opening_hours?: string;
                operational_capabilities: string[];
                parcel_limits?: components["schemas"]["ParcelLimits"];
                phone_number?: string;
                postcode?: string;
                /** @description Dates that differ from the usual week, in the same notation. */
                special_hours?: string;
                state?: string;
                suburb?: string;
                /** @enum {string} */
                type: "PO" | "UPL" | "R_SPB" | "C_SPB" | "OS" | "DC";
                work_centre_id: string;
            };
            /** @constant */
            type: "Feature";
        };
        /** @description With `Accept: application/geo+json`: a page of work centres. */
        WorkCentreFeatureCollection: {
            features: components["schemas"]["WorkCentreFeature"][];
            pagination: components["schemas"]["Pagination"];
            search_point?: components["schemas"]["SearchPoint"] | null;
            /** @constant */
            type: "FeatureCollection";
        };
        /** @description When a work centre opens and permanently closes, and which one replaces it. */
        WorkCentreLifecycle: {
            /**
             * Format: date
             * @description Last day on which the work centre is open.
             */
            closes_on?: string;
            /**
             * Format: date
             * @description First day, in the work centre's time zone.
             */
            opens_on?: string;
            /** @description ID of the work centre that replaces this one and has already opened: the first one that lists this ID among its former IDs. */
            successor?: string;
        };
        WorkCentreLocation: {
            addresses: components["schemas"]["WorkCentreAddress"][];
            attributes: {
                /**
                 * Format: double
                 * @description Distance from the search point in kilometres, rounded to the metre. 0 without a search point.
                 */
                distance: number;
                /**
                 * Format: double
                 * @description Latitude in degrees (WGS 84).
                 */
                lat: number;
                /**
                 * Format: double
                 * @description Longitude in degrees (WGS 84).
                 */
                lon: number;
            };
        };
        /** @description Whether the work centre is open, and when that changes. With `attribute[operational_capabilities.id]`, it is open when any of these capabilities is. */
        WorkCentreOpening: {
            /**
             * Format: date-time
             * @description Time for which the hours are evaluated, in local time: `open_at`, by default now.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it opens, if it is closed and opens within 14 days.
             */
            next_opening?: string;
            /**
             * Format: date-time
             * @description When it closes, if it is open and closes within 14 days. A lunch break counts as closing.
             */
            open_until?: string;
            /** @description Whether the hours on the date of `at` differ from the usual week. Absent if no hours are known. */
            special?: boolean;
            /**
             * @description `UNKNOWN` if no hours are known. Lunch breaks are `CLOSED`.
             * @enum {string}
             */
            state: "OPEN" | "CLOSED" | "UNKNOWN";
            /** @description IANA name of the work centre's time zone. */
            time_zone: string;
        };
        /** @description The work centre, as a list with one item. */
        WorkCentreResponse: {
            workcentres: components["schemas"]["WorkCentre"][];
        };
        /** @description A page of work centres. */
        WorkCentresResponse: {
            pagination: components["schemas"]["Pagination"];
            workcentres: components["schemas"]["WorkCentre"][];
        };
    };
    responses: {
        /** @description The request violates the contract. The response lists all violations. */
        BadRequest: {
            headers: {
                "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         {
                 *           "id": "0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a",
                 *           "code": "CONSTRAINT_VIOLATION",
                 *           "detail": "lon: is required when lat is given"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The key does not grant access to this operation, or is a browser key that was issued for other websites, or the firewall rejected the request. */
        Forbidden: {
            headers: {
                "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         {
                 *           "id": "0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a",
                 *           "code": "FORBIDDEN",
                 *           "detail": "This key does not grant access to this operation."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description An unexpected error occurred. Quote its `id` when you contact support. */
        InternalServerError: {
            headers: {
                "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         {
                 *           "id": "0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a",
                 *           "code": "INTERNAL_SERVER_ERROR",
                 *           "detail": "An unexpected error occurred. Quote this id when you contact support."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The path does not support the request method. */
        MethodNotAllowed: {
            headers: {
                allow: components["headers"]["allow"];
                "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         {
                 *           "id": "0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a",
                 *           "code": "METHOD_NOT_ALLOWED",
                 *           "detail": "This path supports only GET and OPTIONS."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No work centre has this ID, or no resource exists at this path. */
        NotFound: {
            headers: {
                "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         {
                 *           "id": "0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a",
                 *           "code": "METHOD_NOT_FOUND",
                 *           "detail": "No work centre has the id \"nope\"."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The service is temporarily unavailable. Wait for the number of seconds in `retry-after`. */
        ServiceUnavailable: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         {
                 *           "id": "0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a",
                 *           "code": "SERVICE_UNAVAILABLE",
                 *           "detail": "The service is temporarily unavailable. Retry after the number of seconds in Retry-After."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The client has sent more requests per second than its plan allows. Wait for the number of seconds in `retry-after`. */
        TooManyRequests: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         {
                 *           "id": "0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a",
                 *           "code": "TOO_MANY_REQUESTS",
                 *           "detail": "Rate limit exceeded. Retry after the number of seconds in Retry-After."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The AUTH-KEY header is missing or repeated, or its key is unknown, expired or revoked. */
        Unauthorised: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "errors": [
                 *         {
                 *           "id": "0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a",
                 *           "code": "UNAUTHORIZED",
                 *           "detail": "The AUTH-KEY header is missing or does not contain a valid key."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Methods that the path supports.
         * @example GET, OPTIONS
         */
        allow: string;
        /** @description The response must not be cached. */
        "cache-control": "no-store";
        /**
         * @description Current ID of the work centre. Present only if the requested ID is a former one.
         * @example 310009_PO
         */
        "content-location": string;
        /**
         * @description Weak ETag of the response. Send it in `If-None-Match` to get a 304 if nothing has changed. Absent if the request reveals a position or a search text.
         * @example W/"20261121T005810123Z-4f2a9c.q3VdU0mXa1k"
         */
        etag: string;
        /**
         * @description URL of the file. It works for a few minutes. Anyone with the URL can read the file, so do not log or share it.
         * @example https://published.example/versions/20261121T005810123Z-4f2a9c/workcentres.json.gz?X-Amz-Expires=300&X-Amz-Signature=5d1c
         */
        location: string;
        /** @description Browsers do not tell the file's host which page linked to it. */
        "referrer-policy": "no-referrer";
        /**
         * @description Seconds to wait before retrying.
         * @example 5
         */
        "retry-after": number;
        /**
         * @description Version of the published catalogue from which the response comes. Versions sort as strings. Pages of one list with different versions may overlap or have gaps.
         * @example 20261121T005810123Z-4f2a9c
         */
        "waypost-catalogue-version": string;
        /**
         * @description Only for sandbox keys: names of query parameters that the operation does not support, at most 10, separated by commas.
         * @example raduis
         */
        "waypost-ignored": string;
        /**
         * @description Requests per second that the key's plan allows for the operation. Absent if there is no limit.
         * @example 100
         */
        "x-ratelimit-limit-second": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    exportWorkCentres: {
        parameters: {
            query?: {
                /**
                 * @description `json`, `ndjson`, `csv` and `geojson` contain all work centres. `changes` contains the changes since another version, and `removed` the locations removed in the last 90 days. `files` lists all files with their versions, sizes and checksums.
                 * @example csv
                 */
                format?: "json" | "ndjson" | "csv" | "geojson" | "changes" | "removed" | "files";
                /**
                 * @description Set to `false` to get the URL, size and checksum of the file as JSON with status 200, instead of a redirect.
                 * @example false
                 */
                redirect?: "true" | "false";
                /**
                 * @description Version that you have: the `version` from the link to the file that you downloaded. Allowed only with `format=changes`. Returns 400 if the changes since this version are no longer kept.
                 * @example 20261121T005810123Z-4f2a9c
                 */
                since?: string;
            };
            header?: {
                /** @description With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `redirect=false`: link to the file. */
            200: {
                headers: {
                    "cache-control": components["headers"]["cache-control"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://published.example/versions/20261121T005810123Z-4f2a9c/workcentres.json.gz?X-Amz-Expires=300&X-Amz-Signature=5d1c",
                     *       "expires_at": "2026-11-21T01:05:00.000Z",
                     *       "version": "20261121T005810123Z-4f2a9c",
                     *       "bytes": 1843201,
                     *       "sha256": "b3d5bfd7b33e4e80a7d9935985234923544fe3266d314d6c96b9ba812c24c693"
                     *     }
                     */
                    "application/json": components["schemas"]["ExportLinkResponse"];
                };
            };
            /** @description The file is at `location`. `waypost-catalogue-version` is its version. */
            302: {
                headers: {
                    "cache-control": components["headers"]["cache-control"];
                    location: components["headers"]["location"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOperationalCapabilities: {
        parameters: {
            query?: {
                /**
                 * @description Number of items to skip. Past the end of the list, the page is empty.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Maximum number of items on the page. With 0, the response contains only the total.
                 * @example 20
                 */
                size?: number;
            };
            header?: {
                /**
                 * @description `etag` values of responses that you have stored. If one of them is current, the response is a 304 without a body.
                 * @example W/"20261121T005810123Z-4f2a9c.q3VdU0mXa1k"
                 */
                "if-none-match"?: string;
                /** @description With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of operational capabilities. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pagination": {
                     *         "total": 40,
                     *         "offset": 0,
                     *         "size": 1
                     *       },
                     *       "operational_capabilities": [
                     *         {
                     *           "id": "OC0020",
                     *           "attributes": {
                     *             "name": "Parcel collection",
                     *             "description": "Pick up parcels that are waiting for you.",
                     *             "appointment_required": "false",
                     *             "service_offering": true,
                     *             "categories": [
                     *               {
                     *                 "id": "CAT-RECEIVE",
                     *                 "name": "Receiving"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OperationalCapabilitiesResponse"];
                };
            };
            /** @description Nothing has changed since the response whose `etag` is in `If-None-Match`. There is no body. */
            304: {
                headers: {
                    etag: components["headers"]["etag"];
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPlaces: {
        parameters: {
            query: {
                /**
                 * @description Text that the user has typed. A place matches if each word is in its suburb, state or postcode. The last word may be incomplete unless a space follows it.
                 * @example fitz
                 */
                q: string;
                /**
                 * @description Maximum number of places.
                 * @example 8
                 */
                size?: number;
            };
            header?: {
                /** @description With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Matching places, best first. */
            200: {
                headers: {
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "places": [
                     *         {
                     *           "label": "Fitzroy VIC 3065",
                     *           "suburb": "Fitzroy",
                     *           "state": "VIC",
                     *           "postcode": "3065",
                     *           "lat": -37.7989,
                     *           "lon": 144.9785
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PlacesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkCentres: {
        parameters: {
            query?: {
                /**
                 * @description `true` returns only work centres that are not reported as unable to accept parcels. A locker that is full or out of order is left out even while it is open. The response is 503 if there are no current reports.
                 * @example true
                 */
                accepting?: string;
                /**
                 * @description Comma-separated list of access restriction codes, which say who may use a parcel locker. A work centre matches if it has any of them. A value that contains a comma must be the only one.
                 * @example AL,RD
                 */
                "attribute[access_restriction_code]"?: string;
                /**
                 * @description Comma-separated list of codes that describe where a parcel locker is. A work centre matches if it has any of them. A value that contains a comma must be the only one.
                 * @example GL,HN
                 */
                "attribute[location_type_code]"?: string;
                /**
                 * @description Comma-separated list of operational capability IDs. A work centre matches if it has any of them. A value that contains a comma must be the only one.
                 * @example OC0020,OC0022
                 */
                "attribute[operational_capabilities.id]"?: string;
                /**
                 * @description Comma-separated list of facility identifiers. A work centre matches if its facility is one of them.
                 * @example 400010,400011
                 */
                "attribute[work_centre_id]"?: string;
                /**
                 * @description Box that contains the work centre: `west,south,east,north` in degrees (WGS 84), edges included. If `west` is greater than `east`, the box crosses the antimeridian, such as `177,-19,-179,-16` for Fiji. With a search point, work centres must also be within its radius.
                 * @example 144.9,-37.9,145.1,-37.7
                 */
                bbox?: string;
                /**
                 * @description Comma-separated list of the members to return. `id` and `type` are always returned. `*` selects everything in the specification, and is the default. Names: `*`, `attributes`, `attributes.business_name`, `attributes.business_long_name`, `attributes.work_centre_id`, `attributes.phone_number`, `attributes.fax_number`, `attributes.access_restriction_code`, `attributes.location_type_code`, `attributes.org_unit_type_description`, `attributes.operational_capabilities`, `attributes.operational_capabilities.id`, `location`, `location.attributes`, `location.addresses`, `opening`, `availability`, `former_ids`, `parcel_limits`, `lifecycle`, `attributes.operational_capabilities.opening`. GeoJSON allows only `*`, `opening`, `availability`, `former_ids`, `parcel_limits`, `lifecycle`.
                 * @example attributes.business_name,location.attributes
                 */
                fields?: string;
                /**
                 * @description Comma-separated list of up to 100 work centre IDs. Unknown IDs are ignored. The former ID of a work centre also finds it. With `id`, `size` defaults to 100, or to 20 for a browser key.
                 * @example 310003_PO,310004_PO
                 */
                id?: string;
                /**
                 * @description Latitude of the search point in degrees (WGS 84). Requires `lon`.
                 * @example -37.8136
                 */
                lat?: number;
                /**
                 * @description Comma-separated list of delivery point identifiers. A work centre matches if it has any of them. A value that contains a comma must be the only one.
                 * @example 60237473
                 */
                "location[addresses.attributes.dpid]"?: string;
                /**
                 * @description Postcode of any address of the work centre.
                 * @example 3000
                 */
                "location[addresses.attributes.postcode]"?: string;
                /**
                 * @description Address types. A work centre matches if it has an address of each of these types. Repeat the parameter or separate types with commas.
                 * @example [
                 *       "STREET_ADDRESS",
                 *       "PARCEL_COLLECT"
                 *     ]
                 */
                "location[addresses.type:all]"?: string[];
                /**
                 * @description Address types. A work centre matches if it has an address of any of these types. Repeat the parameter or separate types with commas.
                 * @example [
                 *       "STREET_ADDRESS",
                 *       "PARCEL_COLLECT"
                 *     ]
                 */
                "location[addresses.type]"?: string[];
                /**
                 * @description Longitude of the search point in degrees (WGS 84). Requires `lat`.
                 * @example 144.9631
                 */
                lon?: number;
                /**
                 * @description Name of the search point, instead of `lat` and `lon`: a postcode, or a suburb, optionally followed by a state and a postcode. If several places match, the most important one is used and others are listed in `search_point.alternatives`. If none matches, `search_point` is null and the list is empty.
                 * @example Fitzroy VIC
                 */
                near?: string;
                /**
                 * @description Number of items to skip. Past the end of the list, the page is empty.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Time at which a work centre must be open. With `attribute[operational_capabilities.id]`, at least one of these capabilities must be open. Work centres with unknown hours do not match. One of `now`, an instant such as `2026-12-24T17:30:00+11:00`, and a local time such as `2026-12-24T17:30`, which is interpreted in each location's time zone. At most 31 days ago and 400 days ahead.
                 * @example now
                 */
                open_at?: string;
                /**
                 * @description Parcel to send or collect: its three edges in mm, in any order, and optionally its weight in g. Work centres match unless the parcel exceeds one of their known limits.
                 * @example 640x410x380,20000
                 */
                parcel?: string;
                /**
                 * @description Set to `true` to find only work centres whose limits are known and not exceeded by `parcel`.
                 * @example true
                 */
                parcel_strict?: "true" | "false";
                /**
                 * @description Text to search for. A work centre matches if each word is in its name, long name or addresses, or if the text is its ID or `work_centre_id`. The last word may be incomplete unless a space follows it. Abbreviations such as `St` are understood, and a word that is not found is corrected if it has one typo. The best matches come first; equally good matches are ordered by type, then by distance or ID.
                 * @example smith st fitz
                 */
                q?: string;
                /**
                 * @description Search radius in kilometres, inclusive. Ignored without a search point.
                 * @example 5
                 */
                radius?: number;
                /**
                 * @description Maximum number of items on the page. With 0, the response contains only the total. With `id`, the default is 100, or 20 for a browser key. A browser key may request more than 20 only as GeoJSON, or if `fields` selects nothing of capabilities but their IDs.
                 * @example 20
                 */
                size?: number;
                /**
                 * @description Comma-separated list of work centre types: any of PO, UPL, R_SPB, C_SPB, OS, DC. The default is all types.
                 * @example PO,UPL
                 */
                type?: string;
            };
            header?: {
                /**
                 * @description `etag` values of responses that you have stored. If one of them is current, the response is a 304 without a body.
                 * @example W/"20261121T005810123Z-4f2a9c.q3VdU0mXa1k"
                 */
                "if-none-match"?: string;
                /** @description With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of work centres. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "FeatureCollection",
                     *       "pagination": {
                     *         "total": 2,
                     *         "offset": 0,
                     *         "size": 1
                     *       },
                     *       "features": [
                     *         {
                     *           "type": "Feature",
                     *           "id": "310003_PO",
                     *           "geometry": {
                     *             "type": "Point",
                     *             "coordinates": [
                     *               144.9623,
                     *               -37.8125
                     *             ]
                     *           },
                     *           "properties": {
                     *             "type": "PO",
                     *             "business_name": "Melbourne GPO Post Shop",
                     *             "work_centre_id": "400010",
                     *             "phone_number": "13 13 18",
                     *             "description": "Post Office",
                     *             "address_line_1": "250 Elizabeth Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": "3000",
                     *             "country_code": "AU",
                     *             "dpid": "60237473",
                     *             "operational_capabilities": [
                     *               "OC0020"
                     *             ],
                     *             "opening_hours": "Mo-Fr 09:00-17:00",
                     *             "distance": 0.141
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/geo+json": components["schemas"]["WorkCentreFeatureCollection"];
                    /**
                     * @example {
                     *       "pagination": {
                     *         "total": 2,
                     *         "offset": 0,
                     *         "size": 1
                     *       },
                     *       "workcentres": [
                     *         {
                     *           "id": "310003_PO",
                     *           "type": "PO",
                     *           "attributes": {
                     *             "business_name": "Melbourne GPO Post Shop",
                     *             "work_centre_id": "400010",
                     *             "phone_number": "13 13 18",
                     *             "org_unit_type_description": "Post Office",
                     *             "operational_capabilities": [
                     *               {
                     *                 "id": "OC0020",
                     *                 "attributes": {
                     *                   "name": "Parcel collection",
                     *                   "description": "Pick up parcels that are waiting for you.",
                     *                   "appointment_required": "false",
                     *                   "service_offering": true,
                     *                   "categories": [
                     *                     {
                     *                       "id": "CAT-RECEIVE",
                     *                       "name": "Receiving"
                     *                     }
                     *                   ],
                     *                   "current_hours": {
                     *                     "periods": [
                     *                       {
                     *                         "day": "MON",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "TUE",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "WED",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "THU",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "FRI",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "SAT",
                     *                         "type": "SPECIAL_HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 12,
                     *                           "minute": 30
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "SUN",
                     *                         "type": "CLOSED"
                     *                       }
                     *                     ]
                     *                   },
                     *                   "standard_hours": {
                     *                     "periods": [
                     *                       {
                     *                         "day": "MON",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "TUE",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "WED",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "THU",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "FRI",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       }
                     *                     ]
                     *                   }
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "location": {
                     *             "attributes": {
                     *               "lat": -37.8125,
                     *               "lon": 144.9623,
                     *               "distance": 0.141
                     *             },
                     *             "addresses": [
                     *               {
                     *                 "type": "STREET_ADDRESS",
                     *                 "attributes": {
                     *                   "address_line_1": "250 Elizabeth Street",
                     *                   "country_code": "AU",
                     *                   "country_name": "Australia",
                     *                   "dpid": "60237473",
                     *                   "postcode": "3000",
                     *                   "state": "VIC",
                     *                   "suburb": "MELBOURNE"
                     *                 }
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkCentresResponse"] | components["schemas"]["SparseWorkCentresResponse"];
                };
            };
            /** @description Nothing has changed since the response whose `etag` is in `If-None-Match`. There is no body. */
            304: {
                headers: {
                    etag: components["headers"]["etag"];
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWorkCentreByID: {
        parameters: {
            query?: {
                /**
                 * @description Comma-separated list of the members to return. `id` and `type` are always returned. `*` selects everything in the specification, and is the default. Names: `*`, `attributes`, `attributes.business_name`, `attributes.business_long_name`, `attributes.work_centre_id`, `attributes.phone_number`, `attributes.fax_number`, `attributes.access_restriction_code`, `attributes.location_type_code`, `attributes.org_unit_type_description`, `attributes.operational_capabilities`, `attributes.operational_capabilities.id`, `location`, `location.attributes`, `location.addresses`, `opening`, `availability`, `former_ids`, `parcel_limits`, `lifecycle`, `attributes.operational_capabilities.opening`. GeoJSON allows only `*`, `opening`, `availability`, `former_ids`, `parcel_limits`, `lifecycle`.
                 * @example attributes.business_name,location.attributes
                 */
                fields?: string;
                /**
                 * @description Time for which `opening` is shown. One of `now`, an instant such as `2026-12-24T17:30:00+11:00`, and a local time such as `2026-12-24T17:30`, which is interpreted in each location's time zone. At most 31 days ago and 400 days ahead.
                 * @example now
                 */
                open_at?: string;
                /**
                 * @description Parcel to send or collect: its three edges in mm, in any order, and optionally its weight in g. With `fields=*,parcel_limits`, the response says whether the parcel fits.
                 * @example 640x410x380,20000
                 */
                parcel?: string;
            };
            header?: {
                /**
                 * @description `etag` values of responses that you have stored. If one of them is current, the response is a 304 without a body.
                 * @example W/"20261121T005810123Z-4f2a9c.q3VdU0mXa1k"
                 */
                "if-none-match"?: string;
                /** @description With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys. */
                "waypost-simulate"?: "429" | "503";
            };
            path: {
                /**
                 * @description ID of the work centre.
                 * @example 310003_PO
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The work centre, as a list with one item. */
            200: {
                headers: {
                    "content-location": components["headers"]["content-location"];
                    etag: components["headers"]["etag"];
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "Feature",
                     *       "id": "310003_PO",
                     *       "geometry": {
                     *         "type": "Point",
                     *         "coordinates": [
                     *           144.9623,
                     *           -37.8125
                     *         ]
                     *       },
                     *       "properties": {
                     *         "type": "PO",
                     *         "business_name": "Melbourne GPO Post Shop",
                     *         "work_centre_id": "400010",
                     *         "phone_number": "13 13 18",
                     *         "description": "Post Office",
                     *         "address_line_1": "250 Elizabeth Street",
                     *         "suburb": "MELBOURNE",
                     *         "state": "VIC",
                     *         "postcode": "3000",
                     *         "country_code": "AU",
                     *         "dpid": "60237473",
                     *         "operational_capabilities": [
                     *           "OC0020"
                     *         ],
                     *         "opening_hours": "Mo-Fr 09:00-17:00"
                     *       }
                     *     }
                     */
                    "application/geo+json": components["schemas"]["WorkCentreFeature"];
                    /**
                     * @example {
                     *       "workcentres": [
                     *         {
                     *           "id": "310003_PO",
                     *           "type": "PO",
                     *           "attributes": {
                     *             "business_name": "Melbourne GPO Post Shop",
                     *             "work_centre_id": "400010",
                     *             "phone_number": "13 13 18",
                     *             "org_unit_type_description": "Post Office",
                     *             "operational_capabilities": [
                     *               {
                     *                 "id": "OC0020",
                     *                 "attributes": {
                     *                   "name": "Parcel collection",
                     *                   "description": "Pick up parcels that are waiting for you.",
                     *                   "appointment_required": "false",
                     *                   "service_offering": true,
                     *                   "categories": [
                     *                     {
                     *                       "id": "CAT-RECEIVE",
                     *                       "name": "Receiving"
                     *                     }
                     *                   ],
                     *                   "current_hours": {
                     *                     "periods": [
                     *                       {
                     *                         "day": "MON",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "TUE",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "WED",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "THU",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "FRI",
                     *                         "type": "HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "SAT",
                     *                         "type": "SPECIAL_HOURS",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 12,
                     *                           "minute": 30
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "SUN",
                     *                         "type": "CLOSED"
                     *                       }
                     *                     ]
                     *                   },
                     *                   "standard_hours": {
                     *                     "periods": [
                     *                       {
                     *                         "day": "MON",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "TUE",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "WED",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "THU",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       },
                     *                       {
                     *                         "day": "FRI",
                     *                         "open": {
                     *                           "hour": 9,
                     *                           "minute": 0
                     *                         },
                     *                         "close": {
                     *                           "hour": 17,
                     *                           "minute": 0
                     *                         }
                     *                       }
                     *                     ]
                     *                   }
                     *                 }
                     *               }
                     *             ]
                     *           },
                     *           "location": {
                     *             "attributes": {
                     *               "lat": -37.8125,
                     *               "lon": 144.9623,
                     *               "distance": 0
                     *             },
                     *             "addresses": [
                     *               {
                     *                 "type": "STREET_ADDRESS",
                     *                 "attributes": {
                     *                   "address_line_1": "250 Elizabeth Street",
                     *                   "country_code": "AU",
                     *                   "country_name": "Australia",
                     *                   "dpid": "60237473",
                     *                   "postcode": "3000",
                     *                   "state": "VIC",
                     *                   "suburb": "MELBOURNE"
                     *                 }
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkCentreResponse"] | components["schemas"]["SparseWorkCentreResponse"];
                };
            };
            /** @description Nothing has changed since the response whose `etag` is in `If-None-Match`. There is no body. */
            304: {
                headers: {
                    "content-location": components["headers"]["content-location"];
                    etag: components["headers"]["etag"];
                    "waypost-catalogue-version": components["headers"]["waypost-catalogue-version"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
