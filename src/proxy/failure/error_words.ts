/**
 * Which status an error stands for that names no status, by the provider's word for it, in lower case: of OpenAI,
 * Anthropic, Google (and all of gRPC), and those who speak like them.
 */
export const STATUS_OF_WORD: ReadonlyMap<string, number> = new Map([
  ...each(400, "invalid_request_error", "invalid_request", "invalid_argument", "bad_request"),
  ...each(400, "failed_precondition", "out_of_range", "badrequesterror", "invalid_prompt"),
  ...each(
    400,
    "context_length_exceeded",
    "invalid_value",
    "unsupported_value",
    "missing_required_parameter",
  ),
  ...each(
    400,
    "unsupported_parameter",
    "unknown_parameter",
    "validation_error",
    "string_above_max_length",
  ),
  ...each(401, "authentication_error", "invalid_api_key", "api_key_invalid", "unauthenticated"),
  ...each(401, "unauthorized", "invalid_authentication", "incorrect_api_key", "expired_api_key"),
  ...each(402, "payment_required"),
  ...each(403, "permission_error", "permission_denied", "forbidden", "access_denied"),
  ...each(404, "not_found_error", "not_found", "notfounderror"),
  ...each(408, "request_timeout"),
  ...each(413, "request_too_large"),
  ...each(429, "rate_limit_error", "rate_limit_exceeded", "rate_limited", "rate_limit_reached"),
  ...each(429, "rate_limit", "resource_exhausted", "too_many_requests", "requests", "tokens"),
  ...each(
    429,
    "throttlingexception",
    "usage_limit_reached",
    "ratelimitreached",
    "rate_limit_reached_error",
  ),
  ...each(429, "ratelimitexceeded", "userratelimitexceeded"),
  ...each(499, "cancelled"),
  ...each(500, "server_error", "api_error", "internal_error", "internal_server_error", "internal"),
  ...each(500, "unknown", "data_loss", "aborted", "internalservererror", "vector_store_timeout"),
  ...each(502, "upstream_error", "bad_gateway", "provider_error"),
  ...each(503, "unavailable", "service_unavailable", "serviceunavailable"),
  ...each(504, "timeout_error", "deadline_exceeded", "gateway_timeout", "timeout"),
]);

/** Words for too much to do, whatever the status they come with. */
export const OVERLOADED: ReadonlySet<string> = new Set([
  "overloaded_error",
  "overloaded",
  "server_is_overloaded",
  "server_overloaded",
  "engine_overloaded",
  "engine_overloaded_error",
  "model_overloaded",
  "slow_down",
  "capacity_exceeded",
  "flex_tier_capacity_exceeded",
  "modelnotreadyexception",
  "no_capacity",
]);

/** Words for money or a quota that is used up, whatever the status they come with. */
export const QUOTA: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "insufficient_user_quota",
  "insufficient_balance",
  "insufficient_balance_error",
  "insufficient_credits",
  "billing_error",
  "billing_hard_limit_reached",
  "billing_not_active",
  "billing_disabled",
  "exceeded_current_quota_error",
  "quota_exceeded",
  "account_deactivated",
  "access_terminated",
  "credit_balance_too_low",
  "usage_limit_reached",
]);

/** Words for a refusal of what the client asks for: every key would be refused. */
export const POLICY: ReadonlySet<string> = new Set([
  "content_filter",
  "content_policy_violation",
  "content_policy",
  "responsibleaipolicyviolation",
  "moderation_blocked",
  "moderation",
  "safety",
  "sensitive_content",
  "data_inspection_failed",
  "prohibited_content",
  "cyber_policy_violation",
  "image_content_policy_violation",
]);

/** Words for a model that is not to be had. */
export const NO_MODEL: ReadonlySet<string> = new Set([
  "model_not_found",
  "model_not_found_error",
  "model_not_available",
  "model_not_exist",
  "model_decommissioned",
  "deploymentnotfound",
  "no_such_model",
  "invalid_model",
]);

/** Words for a key that is refused, with statuses that are not for that. */
export const BAD_KEY: ReadonlySet<string> = new Set([
  "invalid_api_key",
  "api_key_invalid",
  "api_key_expired",
  "incorrect_api_key",
  "authentication_error",
  "api_key_service_blocked",
]);

function each(status: number, ...words: readonly string[]): [string, number][] {
  return words.map((word) => [word, status]);
}
