import { draftKey } from '@heddle/domain/canvas-editing/draft-key.ts'
import { useCanvas } from '../../../canvas/canvas-context.tsx'
import { useAddress } from './use-address.ts'
import type { Ran } from './use-run.ts'

/** Whether the rows below are what the screen asks for: `old` since its classes, steps, values or fabric changed. */
export type Age = 'current' | 'old'

export function useAge(ran: Ran | undefined, connection: string | undefined): Age {
  const { variables } = useAddress()
  const isSameDrawing = useCanvas(
    ({ history }) => ran === undefined || draftKey(history.present) === draftKey(ran.given.canvas),
  )
  if (!ran) return 'current'
  const isSameValues = JSON.stringify(sorted(variables)) === JSON.stringify(sorted(given(ran, variables)))
  return isSameDrawing && isSameValues && connection === ran.given.connection ? 'current' : 'old'
}

const sorted = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** A run knows the defaults of its variables too: those that nobody gave are no change. */
const given = ({ given: { variables } }: Ran, shown: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => name in shown))
