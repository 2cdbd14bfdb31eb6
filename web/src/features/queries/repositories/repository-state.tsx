import { Light, type LightColor } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from './words.ts'

const COLORS: Readonly<Record<Wire.Repository['state'], LightColor>> = {
  ...{ new: 'busy', ok: 'ok', plan: 'warn', conflict: 'warn', failing: 'bad' },
}

export const RepositoryState = ({ state }: { readonly state: Wire.Repository['state'] }) => (
  <Light color={COLORS[state]} text={words.states[state]} />
)

export const Commit = ({ hash }: { readonly hash: string | null }) =>
  hash === null ? '–' : <code title={hash}>{hash.slice(0, 10)}</code>
