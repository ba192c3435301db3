/**
 * Written by `npm run client:types` from the service's OpenAPI document; do not edit.
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
         * @description All billers that the filters leave, ordered by code. Several filters narrow each other.
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
         * @description The biller of a code.
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
         * @description All bill types, ordered by code.
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
         * @description Takes an enquiry from a contact form, and answers with the number that it can be asked after by. Send an `idempotency-key` where you may have to send the same enquiry again: it is then stored once, and each answer names the same number.
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
         * @description Whether the stores answer that the service needs. For load balancers: no key is needed.
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
         * Is anybody there
         * @description Whether the service runs at all. No store is asked, and no key is needed.
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
        /** @description An organisation whose bills can be paid. */
        Biller: {
            /** @description Code of the bill type. */
            billType: string;
            code: string;
            /** @description In cents. */
            maximumAmount?: number;
            /** @description In cents. */
            minimumAmount?: number;
            name: string;
            organisation: string;
            paymentMethods: string[];
            reference: components["schemas"]["PaymentReference"];
            shortName?: string;
            /**
             * @description Whether its bills can be paid at present.
             * @enum {string}
             */
            status: "ACTIVE" | "INACTIVE";
        };
        BillersResponse: {
            billers: components["schemas"]["Biller"][];
        };
        /** @description A kind of bill; billers name theirs by its code. */
        BillType: {
            code: string;
            description?: string;
            name: string;
        };
        BillTypesResponse: {
            billTypes: components["schemas"]["BillType"][];
        };
        EnquiryRequest: {
            /** @description Name or code of the biller. Must be there, and may be null. */
            biller: string | null;
            /** @description What the bill is known by. Must be there, and may be null. */
            billId: string | null;
            /** @description Where an answer is to go. */
            email: string;
            /** @description The text of the enquiry. */
            enquiryDetails: string;
            /** @description What it is about. */
            enquiryType: string;
            /** @description First name of the sender. */
            firstname: string;
            /** @description Last name of the sender. */
            lastname: string;
            /** @description Contains a date: day, month and year, with `/` or `-` between them. Null counts as absent. */
            paymentDate?: string | null;
        };
        EnquiryResponse: {
            /** @description Quote this number when you contact support. Its last character is a check digit. */
            referenceNumber: string;
        };
        Error: {
            /** @enum {string} */
            code: "CONSTRAINT_VIOLATION" | "UNAUTHORIZED" | "FORBIDDEN" | "METHOD_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "TOO_MANY_REQUESTS" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE";
            /** @description What is wrong, for people; its wording may change. */
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
        /** @description One error for each thing that is wrong. */
        ErrorResponse: {
            errors: components["schemas"]["Error"][];
        };
        HealthCheckStatus: {
            /** @enum {string} */
            status: "UP" | "DOWN";
        };
        /** @description Reference that a payer enters from the bill, and how to validate it. */
        PaymentReference: {
            /** @description Name of the check-digit scheme. */
            checkDigit?: string;
            /** @description Name of the reference on the bill. */
            label: string;
            maxLength: number;
            minLength: number;
            /** @description Regular expression of the whole reference. */
            pattern?: string;
        };
    };
    responses: {
        /** @description The request violates the contract. Every violation is listed, so that you can fix all of them at once. */
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
        /** @description The path does not support the method of the request. */
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
         * @description Seconds to wait before retrying.
         * @example 5
         */
        "retry-after": number;
        /**
         * @description Requests per second that the plan of the key allows. Absent if the plan has no limit.
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
                 * @description Comma-separated list of codes of billers: those with any of them. A value that has a comma in it must be the only one.
                 * @example 1000,1203
                 */
                billerCode?: string;
                /**
                 * @description Comma-separated list of names of organisations, upper and lower case alike: the billers of any of them. A value that has a comma in it must be the only one.
                 * @example Wattle Group,Harbour Energy
                 */
                billerOrganisation?: string;
                /**
                 * @description Comma-separated list of codes of bill types: the billers of any of them. A value that has a comma in it must be the only one.
                 * @example WATER,GAS
                 */
                billType?: string;
            };
            header?: {
                /** @description With a sandbox key, asks for an answer of 429, or of an outage, so that you can test how you back off. Other keys are answered as if it were not there. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The billers. */
            200: {
                headers: {
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillersResponse"];
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
    getBillerMetadabaByCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a sandbox key, asks for an answer of 429, or of an outage, so that you can test how you back off. Other keys are answered as if it were not there. */
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
            /** @description The biller. */
            200: {
                headers: {
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Biller"];
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
    getBillTypes: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a sandbox key, asks for an answer of 429, or of an outage, so that you can test how you back off. Other keys are answered as if it were not there. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bill types. */
            200: {
                headers: {
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillTypesResponse"];
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
                 * @description Identifies this enquiry for 24 hours, so that the client can safely send it again: with the same body the answer is the same, with another body it is 400. An empty key counts as absent; two different keys are 400.
                 * @example 2b9d0f0e-6b9a-4a6e-8f0b-7c1f7a3f1a11
                 */
                "idempotency-key"?: string;
                /** @description With a sandbox key, asks for an answer of 429, or of an outage, so that you can test how you back off. Other keys are answered as if it were not there. */
                "waypost-simulate"?: "429" | "503";
            };
            path?: never;
            cookie?: never;
        };
        /** @description The enquiry: at most 128 KiB of JSON in UTF-8. Other fields are ignored, and not stored. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnquiryRequest"];
            };
        };
        responses: {
            /** @description The enquiry is stored. */
            200: {
                headers: {
                    "x-ratelimit-limit-second": components["headers"]["x-ratelimit-limit-second"];
                    [name: string]: unknown;
                };
                content: {
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
            /** @description The service and its stores are up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheckStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description One of them does not. */
            503: {
                headers: {
                    "retry-after": components["headers"]["retry-after"];
                    [name: string]: unknown;
                };
                content: {
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
            /** @description The service is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
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
