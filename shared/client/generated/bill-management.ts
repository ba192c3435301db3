/**
 * Written by `npm run generate` from the service's OpenAPI document; do not edit.
 */
export interface paths {
    "/biller-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List billers
         * @description Returns all billers that match the filters, ordered by code. Filters are combined with AND.
         */
        get: operations["getBillerMetadaba"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/biller-metadata/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a biller
         * @description Returns the biller with this code.
         */
        get: operations["getBillerMetadabaByCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/biller-metadata/bill-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bill types
         * @description Returns all bill types, ordered by code.
         */
        get: operations["getBillTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bills/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a bill
         * @description Checks a bill against its biller's rules before a payer pays it. Nothing is stored, so you can safely repeat the request; an `idempotency-key` is ignored. A bill that cannot be paid also gets a 200: `valid` is false, and each failed check has a `reason`. If `valid` is true but `conclusive` is false, the biller has a rule that only the biller can check.
         *
         *     With a sandbox key, the billers `WPTEST-INACTIVE`, `WPTEST-LENGTH`, `WPTEST-PATTERN`, `WPTEST-CHECK-DIGIT`, `WPTEST-AMOUNT`, `WPTEST-METHOD` and `WPTEST-NOT-CHECKED` have only the rule that their name gives. The reference `12345678903`, amounts from 1000 to 50000 and the payment method `CASH` are valid.
         */
        post: operations["validateBill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enquiries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an enquiry
         * @description Stores an enquiry from a contact form, and returns a reference number. If you may have to retry, send an `idempotency-key`: the enquiry is then stored only once, and each response has the same number.
         */
        post: operations["enquiry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check health
         * @description Returns whether the stores that the service needs respond. For load balancers; needs no key.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ping the service
         * @description Returns whether the service is running, without accessing its stores. Needs no key.
         */
        get: operations["ping"];
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
        /** @description A bill to validate: at most 128 KiB of JSON in UTF-8. Null counts as absent. Other fields are ignored. */
        Bill: {
            /**
             * @description Amount in cents.
             * @example 12550
             */
            amount?: number | null;
            /**
             * @description Code of the biller.
             * @example 1200
             */
            billerCode: string;
            /**
             * @description One of the biller's `paymentMethods`, spelled exactly as in that list.
             * @example CASH
             */
            paymentMethod?: string | null;
            /**
             * @description Reference on the bill, as the payer enters it. Leading and trailing spaces are removed. Spaces and hyphens within it are removed too, unless the biller is unknown or its pattern matches the reference with them.
             * @example 1234 5678 903
             */
            reference: string;
        };
        /** @description Result of one check of a bill. Only a failed check has a reason. */
        BillCheck: {
            /** @enum {string} */
            check: "BILLER" | "REFERENCE_LENGTH" | "REFERENCE_PATTERN" | "REFERENCE_CHECK_DIGIT" | "AMOUNT" | "PAYMENT_METHOD";
            /** @description Message that you can show to the payer. */
            detail?: string;
            /** @description The violated rule, if the check of the length, amount or payment method failed. */
            expected?: {
                /** @description Maximum amount in cents. */
                maximumAmount?: number;
                maxLength?: number;
                /** @description Minimum amount in cents. */
                minimumAmount?: number;
                minLength?: number;
                paymentMethods?: string[];
            };
            /**
             * @description Request field that caused the failure.
             * @enum {string}
             */
            field?: "billerCode" | "reference" | "amount" | "paymentMethod";
            /**
             * @description Why the check failed.
             * @enum {string}
             */
            reason?: "BILLER_UNKNOWN" | "BILLER_INACTIVE" | "REFERENCE_TOO_SHORT" | "REFERENCE_TOO_LONG" | "REFERENCE_FORMAT" | "CHECK_DIGIT_MISMATCH" | "CHECK_DIGIT_CHARACTERS" | "AMOUNT_TOO_LOW" | "AMOUNT_TOO_HIGH" | "PAYMENT_METHOD_NOT_ACCEPTED";
            /**
             * @description `NOT_APPLICABLE`: the biller has no rule for this check, the request has no value for it, or the biller is unknown. `NOT_CHECKED`: the biller has a rule that Waypost cannot evaluate.
             * @enum {string}
             */
            result: "PASSED" | "FAILED" | "NOT_APPLICABLE" | "NOT_CHECKED";
        };
        /** @description An organisation whose bills can be paid. */
        Biller: {
            /** @description Code of the bill type. */
            billType: string;
            code: string;
            /** @description Maximum amount in cents. */
            maximumAmount?: number;
            /** @description Minimum amount in cents. */
            minimumAmount?: number;
            name: string;
            organisation: string;
            paymentMethods: string[];
            reference: components["schemas"]["PaymentReference"];
            shortName?: string;
            /**
             * @description Whether bills from this biller can currently be paid.
             * @enum {string}
             */
            status: "ACTIVE" | "INACTIVE";
        };
        /** @description All billers that match the filters, ordered by code. */
        BillersResponse: {
            billers: components["schemas"]["Biller"][];
        };
        /** @description A kind of bill. Billers refer to it by its code. */
        BillType: {
            code: string;
            description?: string;
            name: string;
        };
        /** @description All bill types, ordered by code. */
        BillTypesResponse: {
            billTypes: components["schemas"]["BillType"][];
        };
        /** @description Whether a bill can be paid and, if not, why. */
        BillValidation: {
            /** @description Absent if the biller is unknown. */
            biller?: {
                code: string;
                name: string;
                /** @description Label of the reference as printed on the bill. */
                referenceLabel: string;
            };
            /** @description All checks, always in this order. */
            checks: components["schemas"]["BillCheck"][];
            /** @description Whether every rule of the biller was evaluated, so that no check is `NOT_CHECKED`. */
            conclusive: boolean;
            /** @description The reference that was checked. Leading and trailing spaces are removed. Spaces and hyphens within it are removed too, unless the biller is unknown or its pattern matches the reference with them. */
            reference: string;
            /** @description `true` if no check failed. */
            valid: boolean;
        };
        /** @description An enquiry: at most 128 KiB of JSON in UTF-8. Other fields are ignored and not stored. */
        EnquiryRequest: {
            /** @description Name or code of the biller. Required, but may be null. */
            biller: string | null;
            /** @description Identifier of the bill. Required, but may be null. */
            billId: string | null;
            /** @description Email address for the reply. */
            email: string;
            /** @description Text of the enquiry. */
            enquiryDetails: string;
            /** @description Subject of the enquiry. */
            enquiryType: string;
            /** @description First name of the sender. */
            firstname: string;
            /** @description Last name of the sender. */
            lastname: string;
            /** @description Text that contains a date: day, month and year, separated by `/` or `-`. Null counts as absent. */
            paymentDate?: string | null;
        };
        /** @description Reference number of the stored enquiry. */
        EnquiryResponse: {
            /** @description Quote this number when you contact support. Its last character is a check digit. */
            referenceNumber: string;
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
            source?: {
                /** @description The parameter or body field at fault. */
                parameter: string;
            };
        };
        /** @description One error for each problem. */
        ErrorResponse: {
            errors: components["schemas"]["Error"][];
        };
        /** @description Whether the service is available. */
        HealthCheckStatus: {
            /** @enum {string} */
            status: "UP" | "DOWN";
        };
        /** @description Reference that a payer copies from the bill, and how to validate it. */
        PaymentReference: {
            /** @description Name of the check-digit scheme. */
            checkDigit?: string;
            /** @description Label of the reference as printed on the bill. */
            label: string;
            maxLength: number;
            minLength: number;
            /** @description Regular expression that the whole reference must match. */
            pattern?: string;
        };
    };
    responses: {
        /** @description The request violates the contract. The response lists all violations. */
        BadRequest: {
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
                 *           "code": "CONSTRAINT_VIOLATION",
                 *           "detail": "billType: must not be repeated",
                 *           "source": {
                 *             "parameter": "billType"
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
        /** @description An unexpected error occurred. Quote its `id` when you contact support. */
        InternalServerError: {
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
        /** @description No biller has this code, or no resource exists at this path. */
        NotFound: {
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
                 *           "code": "METHOD_NOT_FOUND",
                 *           "detail": "No biller has the code \"nope\"."
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
    getBillerMetadaba: {
        parameters: {
            query?: {
                /**
                 * @description Comma-separated list of biller codes. A biller matches if its code is one of them. A value that contains a comma must be the only one.
                 * @example 1000,1203
                 */
                billerCode?: string;
                /**
                 * @description Comma-separated list of organisation names, not case-sensitive. A biller matches if it belongs to any of them. A value that contains a comma must be the only one.
                 * @example Wattle Group,Harbour Energy
                 */
                billerOrganisation?: string;
                /**
                 * @description Comma-separated list of bill type codes. A biller matches if its bill type is one of them. A value that contains a comma must be the only one.
                 * @example WATER,GAS
                 */
                billType?: string;
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
            /** @description All billers that match the filters, ordered by code. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "billers": [
                     *         {
                     *           "code": "1200",
                     *           "name": "Wattle Water",
                     *           "shortName": "WATTLE WATER",
                     *           "organisation": "Wattle Group",
                     *           "billType": "WATER",
                     *           "status": "ACTIVE",
                     *           "minimumAmount": 100,
                     *           "maximumAmount": 500000,
                     *           "paymentMethods": [
                     *             "CASH",
                     *             "DEBIT",
                     *             "CREDIT"
                     *           ],
                     *           "reference": {
                     *             "label": "Payment number",
                     *             "minLength": 11,
                     *             "maxLength": 11,
                     *             "pattern": "^[0-9]{11}$",
                     *             "checkDigit": "MOD10V01"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BillersResponse"];
                };
            };
            /** @description Nothing has changed since the response whose `etag` is in `If-None-Match`. There is no body. */
            304: {
                headers: {
                    etag: components["headers"]["etag"];
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
    getBillerMetadabaByCode: {
        parameters: {
            query?: never;
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
                 * @description Code of the biller.
                 * @example 1200
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An organisation whose bills can be paid. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "1200",
                     *       "name": "Wattle Water",
                     *       "shortName": "WATTLE WATER",
                     *       "organisation": "Wattle Group",
                     *       "billType": "WATER",
                     *       "status": "ACTIVE",
                     *       "minimumAmount": 100,
                     *       "maximumAmount": 500000,
                     *       "paymentMethods": [
                     *         "CASH",
                     *         "DEBIT",
                     *         "CREDIT"
                     *       ],
                     *       "reference": {
                     *         "label": "Payment number",
                     *         "minLength": 11,
                     *         "maxLength": 11,
                     *         "pattern": "^[0-9]{11}$",
                     *         "checkDigit": "MOD10V01"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Biller"];
                };
            };
            /** @description Nothing has changed since the response whose `etag` is in `If-None-Match`. There is no body. */
            304: {
                headers: {
                    etag: components["headers"]["etag"];
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
    getBillTypes: {
        parameters: {
            query?: never;
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
            /** @description All bill types, ordered by code. */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "billTypes": [
                     *         {
                     *           "code": "GAS",
                     *           "name": "Gas",
                     *           "description": "Mains and bottled gas"
                     *         },
                     *         {
                     *           "code": "WATER",
                     *           "name": "Water",
                     *           "description": "Water supply and sewerage"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BillTypesResponse"];
                };
            };
            /** @description Nothing has changed since the response whose `etag` is in `If-None-Match`. There is no body. */
            304: {
                headers: {
                    etag: components["headers"]["etag"];
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
    validateBill: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "billerCode": "1200",
                 *       "reference": "1234 5678 904",
                 *       "amount": 12550,
                 *       "paymentMethod": "CASH"
                 *     }
                 */
                "application/json": components["schemas"]["Bill"];
            };
        };
        responses: {
            /** @description Whether a bill can be paid and, if not, why. */
            200: {
                headers: {
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": false,
                     *       "conclusive": true,
                     *       "biller": {
                     *         "code": "1200",
                     *         "name": "Wattle Water",
                     *         "referenceLabel": "Payment number"
                     *       },
                     *       "reference": "12345678904",
                     *       "checks": [
                     *         {
                     *           "check": "BILLER",
                     *           "result": "PASSED"
                     *         },
                     *         {
                     *           "check": "REFERENCE_LENGTH",
                     *           "result": "PASSED"
                     *         },
                     *         {
                     *           "check": "REFERENCE_PATTERN",
                     *           "result": "PASSED"
                     *         },
                     *         {
                     *           "check": "REFERENCE_CHECK_DIGIT",
                     *           "result": "FAILED",
                     *           "reason": "CHECK_DIGIT_MISMATCH",
                     *           "field": "reference",
                     *           "detail": "Payment number: a digit is wrong or two are swapped."
                     *         },
                     *         {
                     *           "check": "AMOUNT",
                     *           "result": "PASSED"
                     *         },
                     *         {
                     *           "check": "PAYMENT_METHOD",
                     *           "result": "PASSED"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BillValidation"];
                };
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
    enquiry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies this enquiry for 24 hours, so that you can safely retry it. A retry with the same body returns the same response; a different body returns 400. An empty key counts as absent. Sending two different keys returns 400.
                 * @example 2b9d0f0e-6b9a-4a6e-8f0b-7c1f7a3f1a11
                 */
                "idempotency-key"?: string;
                /** @description With a sandbox key, simulates a 429 or an outage, so that you can test how your client backs off. Ignored for other keys. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstname": "Ada",
                 *       "lastname": "Nguyen",
                 *       "email": "ada.nguyen@example.org",
                 *       "enquiryDetails": "I paid on Monday, but Wattle Water says that nothing has arrived.",
                 *       "enquiryType": "PAYMENT",
                 *       "biller": "Wattle Water",
                 *       "billId": "0042 1187 90",
                 *       "paymentDate": "16/11/2026"
                 *     }
                 */
                "application/json": components["schemas"]["EnquiryRequest"];
            };
        };
        responses: {
            /** @description Reference number of the stored enquiry. */
            200: {
                headers: {
                    "waypost-ignored": components["headers"]["waypost-ignored"];
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "referenceNumber": "7K3M-Q2ZT-9XV1C"
                     *     }
                     */
                    "application/json": components["schemas"]["EnquiryResponse"];
                };
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
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the service is available. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "UP"
                     *     }
                     */
                    "application/json": components["schemas"]["HealthCheckStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description A store does not respond. */
            503: {
                headers: {
                    "retry-after": components["headers"]["retry-after"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "DOWN"
                     *     }
                     */
                    "application/json": components["schemas"]["HealthCheckStatus"];
                };
            };
        };
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the service is available. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "UP"
                     *     }
                     */
                    "application/json": components["schemas"]["HealthCheckStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
