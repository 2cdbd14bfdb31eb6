import * as is from '../value-types.ts'
import { burst, rate, setting } from './variable.ts'

export const throttlesVariables = {
  THROTTLE_ANON_PER_MINUTE: rate('60', 'Requests per minute and address without a token; `0` means no limit.'),
  THROTTLE_USER_PER_MINUTE: rate('300', 'Requests per minute and user; `0` means no limit.'),
  EDGE_RATE_PER_SECOND: rate(
    '30',
    'Requests per second and address on `/api/`; `0` means no limit, for when a proxy in front enforces one.',
  ),
  EDGE_BURST: burst('50', 'Burst of requests allowed above `EDGE_RATE_PER_SECOND`.'),
  LOGIN_RATE_PER_MINUTE: rate('5', 'Logins and password resets per minute and address; `0` means no limit.'),
  LOGIN_BURST: burst('3', 'Burst of logins and password resets allowed above `LOGIN_RATE_PER_MINUTE`.'),
  SENSITIVE_PER_MINUTE: rate('10', 'Sensitive actions of administrators per minute and user; `0` means no limit.'),
  TOKEN_REFRESH_PER_MINUTE: rate('30', 'Token refreshes per minute and address; `0` means no limit.'),
  AGENT_ROWS_PER_CALL: setting(is.integer(1, 10_000), '200', 'Most rows that a call of an agent returns.'),
  AGENT_RUNS_PER_HOUR: setting(
    is.integer(0, 1_000_000),
    '60',
    'Queries that agents may run in an hour with one API token; `0` means no limit.',
  ),
  LOGIN_LOCKOUT_FAILURES: setting(
    is.integer(0, 10_000),
    '10',
    'Failed logins that lock an account for one address; ten times as many lock it for all unknown ones. `0` means never.',
  ),
  LOGIN_LOCKOUT_MINUTES: setting(
    is.integer(0, 1440),
    '15',
    'How long failed logins count and a lock lasts; `0` disables the lockout.',
  ),
}
