import type { DragEvent } from 'react'
import type { QueryRef } from '../api.ts'

/** What is dragged within this page; other pages and programs get its text only. */
const CATEGORY = 'application/x-heddle-category'
const QUERIES = 'application/x-heddle-queries'

export function dragCategory(event: DragEvent, id: number): void {
  event.dataTransfer.setData(CATEGORY, String(id))
  event.dataTransfer.effectAllowed = 'move'
}

export function dragQueries(event: DragEvent, queries: readonly QueryRef[]): void {
  event.dataTransfer.setData(QUERIES, JSON.stringify(queries))
  event.dataTransfer.setData('text/plain', queries.map(({ name }) => name).join('\n'))
  event.dataTransfer.effectAllowed = 'move'
}

export const isOurs = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.some((type) => type === CATEGORY || type === QUERIES)

export type Dropped = { readonly category: number } | { readonly queries: readonly QueryRef[] } | undefined

export function droppedOn({ dataTransfer }: DragEvent): Dropped {
  const category = dataTransfer.getData(CATEGORY)
  if (category !== '') return { category: Number(category) }
  const queries = dataTransfer.getData(QUERIES)
  return queries === '' ? undefined : { queries: JSON.parse(queries) as readonly QueryRef[] }
}
