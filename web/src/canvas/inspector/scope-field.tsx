import { hasVariable } from '@heddle/domain/canvas-editing/filter-operators.ts'
import { ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { splitDn } from '@heddle/domain/dn/dn.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../components/choice-field.tsx'
import { useHeddle, useMay } from '../../lib/session/context.tsx'
import { useLater } from '../../lib/time/use-later.ts'
import { HISTORY_KEY } from '../../resources/history.ts'
import { useCanvas, useWorkspace } from '../canvas-context.tsx'
import { PlaceOfProblem } from '../problems/place.tsx'
import { words } from './words.ts'

const PAUSE_MS = 250
const MOST_DNS = 30

/** Below which object to look. A saved query suggests objects of its newest snapshot. */
export function ScopeField({ node }: { readonly node: WirePart }) {
  const { store } = useWorkspace()
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const [isOpen, setIsOpen] = useState(false)
  const scope = ownText(node, 'scope_dn') ?? ''
  const choices = useDns(scope, isOpen)
  const set = (text: string) =>
    store
      .getState()
      .change(
        [{ type: 'set', kind: 'nodes', id: node.id, values: { scope_dn: text.trim() === '' ? undefined : text } }],
        `scope:${node.id}`,
      )
  const handleTyped = (text: string) => {
    setIsOpen(true)
    set(text)
  }
  const isFaulty = scope !== '' && !hasVariable(scope) && (splitDn(scope.trim())?.length ?? 0) === 0
  return (
    <PlaceOfProblem path="scope_dn">
      <ChoiceField
        label={words.scope}
        isCode
        choices={choices}
        value={scope}
        placeholder={words.scopePlaceholder}
        hint={words.scopeHint}
        faults={isFaulty ? [words.scopeFault(scope)] : []}
        isDisabled={isReadOnly}
        accepts={() => true}
        onTyped={handleTyped}
        onChange={set}
        onBlur={() => setIsOpen(false)}
      />
    </PlaceOfProblem>
  )
}

function useDns(typed: string, isOpen: boolean): readonly { readonly value: string; readonly note: string }[] {
  const heddle = useHeddle()
  const { queryId } = useWorkspace()
  const mayLook = useMay('history.view_snapshot')
  const q = useLater(typed, PAUSE_MS)
  const { data } = useQuery({
    queryKey: [...HISTORY_KEY, 'dns', queryId, q],
    queryFn: ({ signal }) => heddle.history.savedQueries.dns(queryId ?? '', { q, limit: MOST_DNS }, { signal }),
    enabled: isOpen && queryId !== undefined && mayLook,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  return (data?.dns ?? []).map(({ dn, className }) => ({ value: dn, note: className }))
}
