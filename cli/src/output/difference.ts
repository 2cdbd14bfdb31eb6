import type { CompareReply } from '@heddle/client'
import { styleText } from 'node:util'
import { plainValue } from './table.ts'

const plain = { validateStream: false } as const

/** A comparison as a diff: what was added, removed and changed, each by its key, and a summary. */
export function difference(reply: CompareReply, colour: boolean): string {
  const paint = (style: 'green' | 'red' | 'yellow' | 'dim', text: string): string =>
    colour ? styleText(style, text, plain) : text
  const nameOf = (row: Readonly<Record<string, unknown>>): string =>
    plainValue(row.dn ?? keyText(row, reply.key_fields))
  const { added, removed, changed, unchanged } = reply.summary
  const lines = [
    ...reply.removed.map((row) => paint('red', `- ${nameOf(row)}`)),
    ...reply.added.map((row) => paint('green', `+ ${nameOf(row)}`)),
    ...reply.changed.flatMap(({ key, fields }) => [
      paint('yellow', `~ ${Object.values(key).map(plainValue).join(' ')}`),
      ...Object.entries(fields).map(
        ([field, { before, after }]) =>
          `    ${field}: ${paint('red', shown(before))} → ${paint('green', shown(after))}`,
      ),
    ]),
    ...(reply.truncated ? [paint('dim', '… and more: raise --limit to see them.')] : []),
  ]
  const summary = `${added} added, ${removed} removed, ${changed} changed, ${unchanged} unchanged`
  return [...lines, ...(lines.length === 0 ? [] : ['']), summary, ''].join('\n')
}

const keyText = (row: Readonly<Record<string, unknown>>, fields: readonly string[]): string =>
  (fields.length === 0 ? Object.values(row) : fields.map((field) => row[field])).map(plainValue).join(' ')

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : plainValue(value) || '""'
