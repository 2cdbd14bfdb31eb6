import { Light, type LightColor } from '../../../components/light.tsx'
import { words } from '../words.ts'

/** How a check ended; `waiting` until it does. */
export type CheckState = keyof typeof words.states

const COLORS: Readonly<Record<CheckState, LightColor>> = {
  failed: 'bad',
  error: 'bad',
  look: 'warn',
  waiting: 'busy',
  waived: 'off',
  not_applicable: 'off',
  passed: 'ok',
}

export const StateLight = ({ state }: { readonly state: CheckState }) => (
  <Light color={COLORS[state]} text={words.states[state]} />
)
