/**
 * Written by `npm run generate` from the service's OpenAPI document; do not edit.
 */
export interface paths {
    "/points/{location_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a point by its code
         * @description Returns the point with this location code, as a list of one. The list is empty if no point has this code.
         */
        get: operations["getPointsByLocationCodeUsingGET"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/points/deliverypoints/{delivery_point_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find points by delivery point
         * @description Returns all points at a delivery point.
         */
        get: operations["getGeoLocationsByDeliveryPointIdUsingGET"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/points/geo/{longitude}/{latitude}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find points near coordinates
         * @description Returns the points around coordinates, nearest first. Points at the same distance are ordered by location code.
         */
        get: operations["getGeoLocationsUsingGET"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/points/postcode/{postcode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find points by postcode
         * @description Returns all points in a postcode.
         */
        get: operations["getGeoLocationsByPostCodeUsingGET"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/points/type/{points_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List points by type
         * @description Returns all points of a type. The list is complete and may have tens of thousands of points.
         */
        get: operations["getPointsByTypeUsingGET"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/points/workcentres/{work_centre_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find points by work centre
         * @description Returns all points that belong to a facility, including the facility itself.
         */
        get: operations["getGeoLocationsByWcidUsingGET"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List services
         * @description Returns all services that points may offer.
         */
        get: operations["getServicesUsingGET"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/{service_codes}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get services by code
         * @description Returns the requested services that exist, each once.
         */
        get: operations["getServicesByServiceCodesUsingGET"];
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
        /** @description A street address. */
        Address: {
            address_line_1: string;
            address_line_2?: string;
            address_line_3?: string;
            /** @description Two letters, ISO 3166. */
            country_code: string;
            /** @description In English. */
            country_name: string;
            /**
             * Format: int32
             * @description A number in version 2, so 0800 (Darwin) becomes 800. Absent if the source has none.
             */
            postcode?: number;
            /** @description Absent if the source has none. */
            state?: string;
            /** @description Absent if the source has none. */
            suburb?: string;
        };
        /** @description A group of services. */
        Category: {
            /** @description URL-encoded equivalent of the name. */
            description: string;
            name: string;
        };
        Error: {
            /** @enum {string} */
            code: "CONSTRAINT_VIOLATION" | "UNAUTHORIZED" | "FORBIDDEN" | "METHOD_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR";
            /** @description Human-readable explanation. Its wording may change. */
            detail: string;
            /**
             * Format: uuid
             * @description Quote this ID when you contact support. It appears in our logs.
             */
            id: string;
            source?: {
                /** @description The parameter or body field at fault. */
                parameter: string;
            };
        };
        /** @description One error for each problem. */
        ErrorResponse: {
            errors: components["schemas"]["Error"][];
        };
        GeoLocation: {
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
        GeoLocationWithDistance: {
            /**
             * Format: double
             * @description Distance from the requested coordinates in kilometres, rounded to the metre.
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
        /** @description An interval of the usual week or of special days. */
        Hour: {
            /** @description Last day of a special period, `DD/MM/YYYY`. */
            end_date?: string;
            /** @description Local time at the point, `hh:mm`. */
            end_time?: string;
            /** @description First day of a special period, `DD/MM/YYYY`. */
            start_date?: string;
            /** @description Local time at the point, `hh:mm`. */
            start_time?: string;
            /**
             * @description HOURS: open. LUNCH: closed for lunch. HATCH: the parcel pickup counter is open. SPECIAL_HOURS, SPECIAL_CLOSED and SPECIAL_LUNCH replace the usual entries between two dates.
             * @enum {string}
             */
            type: "HOURS" | "LUNCH" | "HATCH" | "SPECIAL_HOURS" | "SPECIAL_CLOSED" | "SPECIAL_LUNCH";
            /** @description 0 (Monday) to 6 (Sunday). Always present in special entries for a single day. */
            weekday?: number;
        };
        /** @description A point with its distance from the requested coordinates. */
        NearbyPoint: {
            address: components["schemas"]["Address"];
            /**
             * Format: int32
             * @description Identifier of the delivery point. Defaults to the identifier in the point's address if that has 1 to 9 digits.
             */
            delivery_point_id?: number;
            /** @description Name of this type of point. */
            description: string;
            /** @description How to find a parcel locker. Present only for type UPL. */
            directions?: string;
            fax_number?: string;
            geo_location: components["schemas"]["GeoLocationWithDistance"];
            /** @description Notes on the parcel pickup counter. */
            hatch_description?: string;
            /** @description Hours of the usual week and of special days. */
            hours: components["schemas"]["Hour"][];
            /** @description Unique identifier of the point. */
            location_code: string;
            /** @description In upper case. Absent if the source has none, as for street post boxes. */
            name?: string;
            /** @description Owner of the point: `AP`. */
            partner_code: string;
            phone_number?: string;
            /** @description Codes of the services available at the point, in numeric order. */
            service_codes: string[];
            /**
             * @description A place with several types has a point for each.
             * @enum {string}
             */
            type: "PO" | "UPL" | "R_SPB" | "C_SPB" | "OS" | "DC";
            /**
             * @description Who may use a parcel locker: `1` anyone, `2` registered users only. Absent for other types.
             * @enum {string}
             */
            usage_type?: "1" | "2";
            /**
             * Format: int32
             * @description Facility that the point belongs to. All points of a facility have the same value.
             */
            work_centre_id: number;
        };
        /** @description Points, nearest first. The list is empty if nothing is found. */
        NearbyPointsResponse: {
            points: components["schemas"]["NearbyPoint"][];
        };
        /** @description An outlet or facility. */
        Point: {
            address: components["schemas"]["Address"];
            /**
             * Format: int32
             * @description Identifier of the delivery point. Defaults to the identifier in the point's address if that has 1 to 9 digits.
             */
            delivery_point_id?: number;
            /** @description Name of this type of point. */
            description: string;
            /** @description How to find a parcel locker. Present only for type UPL. */
            directions?: string;
            fax_number?: string;
            geo_location: components["schemas"]["GeoLocation"];
            /** @description Notes on the parcel pickup counter. */
            hatch_description?: string;
            /** @description Hours of the usual week and of special days. */
            hours: components["schemas"]["Hour"][];
            /** @description Unique identifier of the point. */
            location_code: string;
            /** @description In upper case. Absent if the source has none, as for street post boxes. */
            name?: string;
            /** @description Owner of the point: `AP`. */
            partner_code: string;
            phone_number?: string;
            /** @description Codes of the services available at the point, in numeric order. */
            service_codes: string[];
            /**
             * @description A place with several types has a point for each.
             * @enum {string}
             */
            type: "PO" | "UPL" | "R_SPB" | "C_SPB" | "OS" | "DC";
            /**
             * @description Who may use a parcel locker: `1` anyone, `2` registered users only. Absent for other types.
             * @enum {string}
             */
            usage_type?: "1" | "2";
            /**
             * Format: int32
             * @description Facility that the point belongs to. All points of a facility have the same value.
             */
            work_centre_id: number;
        };
        /** @description Points ordered by location code. The list is empty if nothing is found. */
        PointsResponse: {
            points: components["schemas"]["Point"][];
        };
        /** @description A service available at points. */
        Service: {
            appointment_required: boolean;
            categories: components["schemas"]["Category"][];
            /** @description Name of the service. */
            description: string;
            /** @description An enumerated value. */
            name: string;
            /** @description Owner of the service: `AP`. */
            partner_code: string;
            /** @description Whether to offer the service as a filter to users. */
            searchable: boolean;
            /**
             * Format: int32
             * @description Value for the filter `services`.
             */
            service_code: number;
            /** @description URL-encoded equivalent of the description. */
            url_name: string;
        };
        /** @description Services ordered by code. The list is empty if nothing is found. */
        ServicesResponse: {
            services: components["schemas"]["Service"][];
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
                 *           "detail": "types: \"XX\" is not one of PO, UPL, R_SPB, C_SPB, OS, DC",
                 *           "source": {
                 *             "parameter": "types"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The key does not grant access to this operation, or the firewall rejected the request. */
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
        /** @description An unexpected error occurred, or the service is temporarily unavailable. Quote the `id` of the error when you contact support. */
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
        /** @description No resource exists at this path, for example because a segment of it is empty. If nothing is found, the response is 200 with an empty list. */
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
                 *           "detail": "No resource exists at this path."
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
        /**
         * @description Weak ETag of the response. Send it in `If-None-Match` to get a 304 if nothing has changed. Absent if the request reveals a position or a search text.
         * @example W/"20261121T005810123Z-4f2a9c.q3VdU0mXa1k"
         */
        etag: string;
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
    getPointsByLocationCodeUsingGET: {
        parameters: {
            query?: {
                /**
                 * @description Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.
                 * @example AP
                 */
                pc?: string;
                /**
                 * @description Comma-separated list of parcel locker usage types. A point matches if its usage type is one of them. The default is all points.
                 * @example 1,2
                 */
                usage_types?: string;
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
                 * @description Location code of the point.
                 * @example 310003_PO
                 */
                location_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points ordered by location code. The list is empty if nothing is found. */
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
                     *       "points": [
                     *         {
                     *           "location_code": "310003_PO",
                     *           "partner_code": "AP",
                     *           "name": "MELBOURNE GPO POST SHOP",
                     *           "type": "PO",
                     *           "description": "Post Office",
                     *           "phone_number": "13 13 18",
                     *           "address": {
                     *             "address_line_1": "250 Elizabeth Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "delivery_point_id": 60237473,
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "1",
                     *             "5",
                     *             "20"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "10:00",
                     *               "end_time": "14:00"
                     *             },
                     *             {
                     *               "type": "SPECIAL_CLOSED",
                     *               "start_date": "25/12/2026",
                     *               "end_date": "26/12/2026"
                     *             }
                     *           ],
                     *           "geo_location": {
                     *             "lat": -37.8125,
                     *             "lon": 144.9623
                     *           }
                     *         },
                     *         {
                     *           "location_code": "520005_UPL",
                     *           "partner_code": "AP",
                     *           "name": "COLLINS STREET PARCEL LOCKER",
                     *           "type": "UPL",
                     *           "description": "Parcel Locker",
                     *           "directions": "In the laneway beside the newsagent",
                     *           "address": {
                     *             "address_line_1": "181 Collins Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "22"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 6,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             }
                     *           ],
                     *           "usage_type": "1",
                     *           "geo_location": {
                     *             "lat": -37.8155,
                     *             "lon": 144.9671
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PointsResponse"];
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
        };
    };
    getGeoLocationsByDeliveryPointIdUsingGET: {
        parameters: {
            query?: {
                /**
                 * @description Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.
                 * @example AP
                 */
                pc?: string;
                /**
                 * @description Comma-separated list of point types: any of PO, UPL, R_SPB, C_SPB, OS, DC. The default is all types.
                 * @example PO,UPL
                 */
                types?: string;
                /**
                 * @description Comma-separated list of parcel locker usage types. A point matches if its usage type is one of them. The default is all points.
                 * @example 1,2
                 */
                usage_types?: string;
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
                 * @description Identifier of the delivery point.
                 * @example 60237473
                 */
                delivery_point_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points ordered by location code. The list is empty if nothing is found. */
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
                     *       "points": [
                     *         {
                     *           "location_code": "310003_PO",
                     *           "partner_code": "AP",
                     *           "name": "MELBOURNE GPO POST SHOP",
                     *           "type": "PO",
                     *           "description": "Post Office",
                     *           "phone_number": "13 13 18",
                     *           "address": {
                     *             "address_line_1": "250 Elizabeth Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "delivery_point_id": 60237473,
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "1",
                     *             "5",
                     *             "20"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "10:00",
                     *               "end_time": "14:00"
                     *             },
                     *             {
                     *               "type": "SPECIAL_CLOSED",
                     *               "start_date": "25/12/2026",
                     *               "end_date": "26/12/2026"
                     *             }
                     *           ],
                     *           "geo_location": {
                     *             "lat": -37.8125,
                     *             "lon": 144.9623
                     *           }
                     *         },
                     *         {
                     *           "location_code": "520005_UPL",
                     *           "partner_code": "AP",
                     *           "name": "COLLINS STREET PARCEL LOCKER",
                     *           "type": "UPL",
                     *           "description": "Parcel Locker",
                     *           "directions": "In the laneway beside the newsagent",
                     *           "address": {
                     *             "address_line_1": "181 Collins Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "22"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 6,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             }
                     *           ],
                     *           "usage_type": "1",
                     *           "geo_location": {
                     *             "lat": -37.8155,
                     *             "lon": 144.9671
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PointsResponse"];
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
        };
    };
    getGeoLocationsUsingGET: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of points.
                 * @example 3
                 */
                limit?: number;
                /**
                 * @description Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.
                 * @example AP
                 */
                pc?: string;
                /**
                 * @description Search radius in kilometres, inclusive.
                 * @example 5
                 */
                radius?: number;
                /**
                 * @description Comma-separated list of service codes. A point matches if it offers any of them.
                 * @example 20,22
                 */
                services?: string;
                /**
                 * @description Comma-separated list of point types: any of PO, UPL, R_SPB, C_SPB, OS, DC. The default is all types.
                 * @example PO,UPL
                 */
                types?: string;
                /**
                 * @description Comma-separated list of parcel locker usage types. A point matches if its usage type is one of them. The default is all points.
                 * @example 1,2
                 */
                usage_types?: string;
            };
            header?: {
                /** @description With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys. */
                "waypost-simulate"?: "429" | "503";
            };
            path: {
                /**
                 * @description Latitude in degrees (WGS 84).
                 * @example -37.8136
                 */
                latitude: number;
                /**
                 * @description Longitude in degrees (WGS 84). It comes before the latitude.
                 * @example 144.9631
                 */
                longitude: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points, nearest first. The list is empty if nothing is found. */
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
                     *       "points": [
                     *         {
                     *           "location_code": "310003_PO",
                     *           "partner_code": "AP",
                     *           "name": "MELBOURNE GPO POST SHOP",
                     *           "type": "PO",
                     *           "description": "Post Office",
                     *           "phone_number": "13 13 18",
                     *           "address": {
                     *             "address_line_1": "250 Elizabeth Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "delivery_point_id": 60237473,
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "1",
                     *             "5",
                     *             "20"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "10:00",
                     *               "end_time": "14:00"
                     *             },
                     *             {
                     *               "type": "SPECIAL_CLOSED",
                     *               "start_date": "25/12/2026",
                     *               "end_date": "26/12/2026"
                     *             }
                     *           ],
                     *           "geo_location": {
                     *             "lat": -37.8125,
                     *             "lon": 144.9623,
                     *             "distance": 0.141
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NearbyPointsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getGeoLocationsByPostCodeUsingGET: {
        parameters: {
            query?: {
                /**
                 * @description Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.
                 * @example AP
                 */
                pc?: string;
                /**
                 * @description Comma-separated list of point types: any of PO, UPL, R_SPB, C_SPB, OS, DC. The default is all types.
                 * @example PO,UPL
                 */
                types?: string;
                /**
                 * @description Comma-separated list of parcel locker usage types. A point matches if its usage type is one of them. The default is all points.
                 * @example 1,2
                 */
                usage_types?: string;
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
                 * @description Postcode. 800 and 0800 are the same.
                 * @example 3000
                 */
                postcode: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points ordered by location code. The list is empty if nothing is found. */
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
                     *       "points": [
                     *         {
                     *           "location_code": "310003_PO",
                     *           "partner_code": "AP",
                     *           "name": "MELBOURNE GPO POST SHOP",
                     *           "type": "PO",
                     *           "description": "Post Office",
                     *           "phone_number": "13 13 18",
                     *           "address": {
                     *             "address_line_1": "250 Elizabeth Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "delivery_point_id": 60237473,
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "1",
                     *             "5",
                     *             "20"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "10:00",
                     *               "end_time": "14:00"
                     *             },
                     *             {
                     *               "type": "SPECIAL_CLOSED",
                     *               "start_date": "25/12/2026",
                     *               "end_date": "26/12/2026"
                     *             }
                     *           ],
                     *           "geo_location": {
                     *             "lat": -37.8125,
                     *             "lon": 144.9623
                     *           }
                     *         },
                     *         {
                     *           "location_code": "520005_UPL",
                     *           "partner_code": "AP",
                     *           "name": "COLLINS STREET PARCEL LOCKER",
                     *           "type": "UPL",
                     *           "description": "Parcel Locker",
                     *           "directions": "In the laneway beside the newsagent",
                     *           "address": {
                     *             "address_line_1": "181 Collins Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "22"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 6,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             }
                     *           ],
                     *           "usage_type": "1",
                     *           "geo_location": {
                     *             "lat": -37.8155,
                     *             "lon": 144.9671
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PointsResponse"];
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
        };
    };
    getPointsByTypeUsingGET: {
        parameters: {
            query?: {
                /**
                 * @description Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.
                 * @example AP
                 */
                pc?: string;
                /**
                 * @description Comma-separated list of parcel locker usage types. A point matches if its usage type is one of them. The default is all points.
                 * @example 1,2
                 */
                usage_types?: string;
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
                 * @description Type of the points.
                 * @example PO
                 */
                points_type: "PO" | "UPL" | "R_SPB" | "C_SPB" | "OS" | "DC";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points ordered by location code. The list is empty if nothing is found. */
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
                     *       "points": [
                     *         {
                     *           "location_code": "310003_PO",
                     *           "partner_code": "AP",
                     *           "name": "MELBOURNE GPO POST SHOP",
                     *           "type": "PO",
                     *           "description": "Post Office",
                     *           "phone_number": "13 13 18",
                     *           "address": {
                     *             "address_line_1": "250 Elizabeth Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "delivery_point_id": 60237473,
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "1",
                     *             "5",
                     *             "20"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "10:00",
                     *               "end_time": "14:00"
                     *             },
                     *             {
                     *               "type": "SPECIAL_CLOSED",
                     *               "start_date": "25/12/2026",
                     *               "end_date": "26/12/2026"
                     *             }
                     *           ],
                     *           "geo_location": {
                     *             "lat": -37.8125,
                     *             "lon": 144.9623
                     *           }
                     *         },
                     *         {
                     *           "location_code": "520005_UPL",
                     *           "partner_code": "AP",
                     *           "name": "COLLINS STREET PARCEL LOCKER",
                     *           "type": "UPL",
                     *           "description": "Parcel Locker",
                     *           "directions": "In the laneway beside the newsagent",
                     *           "address": {
                     *             "address_line_1": "181 Collins Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "22"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 6,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             }
                     *           ],
                     *           "usage_type": "1",
                     *           "geo_location": {
                     *             "lat": -37.8155,
                     *             "lon": 144.9671
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PointsResponse"];
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
        };
    };
    getGeoLocationsByWcidUsingGET: {
        parameters: {
            query?: {
                /**
                 * @description Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.
                 * @example AP
                 */
                pc?: string;
                /**
                 * @description Comma-separated list of point types: any of PO, UPL, R_SPB, C_SPB, OS, DC. The default is all types.
                 * @example PO,UPL
                 */
                types?: string;
                /**
                 * @description Comma-separated list of parcel locker usage types. A point matches if its usage type is one of them. The default is all points.
                 * @example 1,2
                 */
                usage_types?: string;
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
                 * @description Identifier of the facility.
                 * @example 400010
                 */
                work_centre_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points ordered by location code. The list is empty if nothing is found. */
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
                     *       "points": [
                     *         {
                     *           "location_code": "310003_PO",
                     *           "partner_code": "AP",
                     *           "name": "MELBOURNE GPO POST SHOP",
                     *           "type": "PO",
                     *           "description": "Post Office",
                     *           "phone_number": "13 13 18",
                     *           "address": {
                     *             "address_line_1": "250 Elizabeth Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "delivery_point_id": 60237473,
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "1",
                     *             "5",
                     *             "20"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "09:00",
                     *               "end_time": "17:00"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "10:00",
                     *               "end_time": "14:00"
                     *             },
                     *             {
                     *               "type": "SPECIAL_CLOSED",
                     *               "start_date": "25/12/2026",
                     *               "end_date": "26/12/2026"
                     *             }
                     *           ],
                     *           "geo_location": {
                     *             "lat": -37.8125,
                     *             "lon": 144.9623
                     *           }
                     *         },
                     *         {
                     *           "location_code": "520005_UPL",
                     *           "partner_code": "AP",
                     *           "name": "COLLINS STREET PARCEL LOCKER",
                     *           "type": "UPL",
                     *           "description": "Parcel Locker",
                     *           "directions": "In the laneway beside the newsagent",
                     *           "address": {
                     *             "address_line_1": "181 Collins Street",
                     *             "suburb": "MELBOURNE",
                     *             "state": "VIC",
                     *             "postcode": 3000,
                     *             "country_code": "AU",
                     *             "country_name": "Australia"
                     *           },
                     *           "work_centre_id": 400010,
                     *           "service_codes": [
                     *             "22"
                     *           ],
                     *           "hours": [
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 0,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 1,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 2,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 3,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 4,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 5,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             },
                     *             {
                     *               "type": "HOURS",
                     *               "weekday": 6,
                     *               "start_time": "00:00",
                     *               "end_time": "23:59"
                     *             }
                     *           ],
                     *           "usage_type": "1",
                     *           "geo_location": {
                     *             "lat": -37.8155,
                     *             "lon": 144.9671
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PointsResponse"];
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
        };
    };
    getServicesUsingGET: {
        parameters: {
            query?: {
                /**
                 * @description Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.
                 * @example AP
                 */
                pc?: string;
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
            /** @description Services ordered by code. The list is empty if nothing is found. */
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
                     *       "services": [
                     *         {
                     *           "service_code": 20,
                     *           "partner_code": "AP",
                     *           "name": "PARCEL_COLLECTION",
                     *           "description": "Parcel collection",
                     *           "url_name": "Parcel%20collection",
                     *           "appointment_required": false,
                     *           "searchable": true,
                     *           "categories": [
                     *             {
                     *               "name": "Receiving",
                     *               "description": "Receiving"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ServicesResponse"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getServicesByServiceCodesUsingGET: {
        parameters: {
            query?: {
                /**
                 * @description Partner code. The only partner is `AP`, which is the default. Any other code returns an empty list.
                 * @example AP
                 */
                pc?: string;
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
                 * @description Comma-separated list of service codes.
                 * @example 20,5
                 */
                service_codes: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Services ordered by code. The list is empty if nothing is found. */
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
                     *       "services": [
                     *         {
                     *           "service_code": 20,
                     *           "partner_code": "AP",
                     *           "name": "PARCEL_COLLECTION",
                     *           "description": "Parcel collection",
                     *           "url_name": "Parcel%20collection",
                     *           "appointment_required": false,
                     *           "searchable": true,
                     *           "categories": [
                     *             {
                     *               "name": "Receiving",
                     *               "description": "Receiving"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ServicesResponse"];
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
        };
    };
}
