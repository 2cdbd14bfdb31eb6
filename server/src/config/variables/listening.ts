import * as is from '../value-types.ts'
import { optional, setting } from './variable.ts'

export const listeningVariables = {
  ROLE: setting(
    is.oneOf('all', 'api', 'worker'),
    'all',
    'What this process does: everything, only HTTP and WebSocket, or only jobs and schedules; `api` and `worker` need `DATABASE_URL` and `REDIS_URL`.',
  ),
  HOST: setting(is.host, '127.0.0.1', 'Address to listen on.'),
  PORT: setting(is.integer(0, 65_535), '8000', 'Port to listen on; `0` takes any free one.'),
  PUBLIC_URL: optional(is.webUrl, 'derived from each request', 'Base URL of page links and of links in mails.'),
  FRONTEND_URL: optional(is.webUrl, 'as `PUBLIC_URL`', 'Base URL of the pages that mailed links open.'),
  CORS_ORIGINS: optional(is.listOf(is.origin), 'none', 'Web origins whose pages may call the API.'),
  TRUST_PROXY: setting(
    is.boolean,
    'false',
    'Takes the client address from the rightmost entry of `X-Forwarded-For`; only behind a proxy that sets it.',
  ),
  SIGNED_OUT_DOCS: setting(is.boolean, 'false', 'Serves the API description and its pages without a token.'),
  WEB_UI: setting(is.boolean, 'true', 'Serves the web UI outside `/api/` and `/ws/`.'),
  STOP_GRACE_SECONDS: setting(
    is.integer(1, 3600),
    '10',
    'Longest time that a stop may take; requests and runs in progress may use seven tenths of it. Supervisors must wait longer before they kill the process.',
  ),
  METRICS_PORT: optional(
    is.integer(0, 65_535),
    'off',
    'Port of `/live`, `/ready` and the Prometheus metrics, in every role; apart from the API, because nobody signs in there.',
  ),
  METRICS_HOST: optional(is.host, 'as `HOST`', 'Address that `METRICS_PORT` listens on.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    is.webUrl,
    'off',
    'OTLP collector to which traces are sent as JSON over HTTP; `/v1/traces` is appended. Its library itself reads the standard `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`, `_COMPRESSION` and `_CERTIFICATE`.',
  ),
  OTEL_SERVICE_NAME: setting(is.text('a name', 150), 'heddle', 'Name of the service in traces.'),
  OTEL_TRACES_SAMPLER: setting(
    is.oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'Which traces are kept, in the words of OpenTelemetry.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    is.matchingText(/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1'),
    '1',
    'Share of the traces that `traceidratio` samplers keep.',
  ),
  LOG_LEVEL: setting(
    is.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal'),
    'info',
    'Lowest level that is logged, as JSON on standard output.',
  ),
}
