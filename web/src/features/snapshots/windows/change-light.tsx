import { Light, type LightColor } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from './words.ts'

type Status = Wire.Change['status']
type CheckStatus = Wire.ChangeReport['checks'][number]['after']['status']

const COLORS: Readonly<Record<Status, LightColor>> = {
  opening: 'busy',
  open: 'warn',
  closing: 'busy',
  closed: 'ok',
  failed: 'bad',
}

export const ChangeLight = ({ status }: { readonly status: Status }) => (
  <Light color={COLORS[status]} text={words.statuses[status]} />
)

const CHECK_COLORS: Readonly<Record<CheckStatus, LightColor>> = {
  passed: 'ok',
  failed: 'bad',
  look: 'warn',
  not_applicable: 'off',
  waived: 'off',
  error: 'bad',
}

export const CheckLight = ({ status }: { readonly status: CheckStatus }) => (
  <Light color={CHECK_COLORS[status]} text={words.states[status]} />
)

type RequestStatus = Wire.AutomationRequest['status']

const REQUEST_COLORS: Readonly<Record<RequestStatus, LightColor>> = {
  pending: 'off',
  running: 'busy',
  succeeded: 'ok',
  failed: 'bad',
  cancelled: 'off',
}

export const RequestLight = ({ status }: { readonly status: RequestStatus }) => (
  <Light color={REQUEST_COLORS[status]} text={words.requestStatuses[status]} />
)
