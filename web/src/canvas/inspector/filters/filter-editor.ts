import type { FilteredProperty } from '@heddle/domain/canvas-editing/filter-operators.ts'
import {
  type FilterPosition,
  filtersOf,
  moveFilter,
  placeFilter,
  removeFilter,
  replaceFilter,
} from '@heddle/domain/canvas-editing/filter-editing.ts'
import { isSameValue, type WireCanvas, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { WireObject } from '@heddle/domain/canvas/wire.ts'
import { useMemo } from 'react'
import type { Wire } from '../../../lib/api/wire.ts'
import { useCanvas, useWorkspace } from '../../canvas-context.tsx'
import type { PlacedProblem } from '../../checks/checks.ts'
import { useProblemsOf } from '../../checks/use-problems.ts'
import type { ShownClass } from '../class-model.ts'
import { focusPlace } from '../../problems/place.tsx'
import { nameOf } from './filter-name.ts'

/** What the filters of one node share. */
export type FilterEditor = {
  readonly nodeId: string
  readonly filters: readonly WireObject[]
  readonly properties: readonly Wire.MimProperty[]
  readonly isModelKnown: boolean
  readonly propertyNamed: (name: string) => FilteredProperty | undefined
  readonly isReadOnly: boolean
  /** Edits with the same gesture are one step of Undo. */
  readonly setAll: (filters: readonly WireObject[], gesture?: string) => void
  readonly set: (position: FilterPosition, filter: WireObject, gesture?: string) => void
  /** What a new filter lacks is said from now on. */
  readonly leave: () => void
  readonly remove: (position: FilterPosition) => void
  readonly move: (position: FilterPosition, step: -1 | 1) => void
  readonly place: (from: FilterPosition, before: FilterPosition) => void
  /** What the checks say of a place such as `0.any.1.value`. */
  readonly faultsAt: (path: string) => readonly string[]
  /** Whether the controller checks the filter at an index; undefined while that is not known. */
  readonly isSent: (index: number) => boolean | undefined
}

export function useFilterEditor(node: WirePart, model: ShownClass, announce: (text: string) => void): FilterEditor {
  const { store } = useWorkspace()
  const here = useProblemsOf({ node: node.id })
  const planned = useCanvas(({ checks }) => (checks.plan === null ? undefined : checks.planned))
  const isReadOnly = useCanvas((state) => state.isReadOnly)
  const index = useCanvas(({ history }) => indexOf(history.present, node.id))
  return useMemo(() => {
    const filters = filtersOf(node)
    const before = planned?.nodes.find(({ id }) => id === node.id)
    const plannedFilters = before ? filtersOf(before) : []
    const { change, endBegun } = store.getState()
    const setAll = (next: readonly WireObject[], gesture?: string) =>
      change([{ type: 'set', kind: 'nodes', id: node.id, values: { filters: next } }], gesture)
    const settle = (moved: ReturnType<typeof moveFilter>, fieldOf: (position: FilterPosition) => string) => {
      if (!moved) return
      setAll(moved.filters)
      announce(nameOf(moved.position))
      focusPlace(fieldOf(moved.position))
    }
    return {
      nodeId: node.id,
      filters,
      properties: model.properties,
      isModelKnown: model.state === 'known',
      propertyNamed: model.propertyNamed,
      isReadOnly,
      setAll,
      set: (position, filter, gesture) => setAll(replaceFilter(filters, position, filter), gesture),
      leave: endBegun,
      remove: (position) => setAll(removeFilter(filters, position)),
      move: (position, step) => settle(moveFilter(filters, position, step), (to) => `filter-${to.join('-')}`),
      place: (from, before) => settle(placeFilter(filters, from, before), (to) => `filter-${to.join('-')}`),
      faultsAt: (path) => faultsAt(here, `nodes.${index}.filters.${path}`),
      isSent: (position) =>
        isSameFilter(filters[position], plannedFilters[position])
          ? !here.some(({ code, path }) => code === 'local_filter' && path === `nodes.${index}.filters.${position}`)
          : undefined,
    }
  }, [store, here, planned, isReadOnly, index, node, model, announce])
}

const indexOf = ({ nodes }: WireCanvas, id: string): number => nodes.findIndex((node) => node.id === id)

const faultsAt = (problems: readonly PlacedProblem[], path: string): readonly string[] =>
  problems.filter((problem) => problem.severity === 'error' && problem.path === path).map(({ message }) => message)

/**
 * The plan of a valid canvas sends every filter but those that a warning names. Of a filter that the plan has not seen
 * it says nothing; another value, which changes with each key, hardly matters.
 */
function isSameFilter(filter: WireObject | undefined, planned: WireObject | undefined): boolean {
  if (!filter || !planned) return false
  const isGroup = typeof filter.property !== 'string'
  if (isGroup) return isSameValue(filter, planned)
  return filter.property === planned.property && filter.operator === planned.operator
}
