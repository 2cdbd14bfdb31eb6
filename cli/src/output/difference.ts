import type { CompareReply, RowBlame } from '@heddle/client'
import { styleText } from 'node:util'
import { plainValue } from './table.ts'

const plain = { validateStream: false } as const

/** A comparison as a diff: what was added, removed and changed, each by its key, and a summary. */
export function difference(reply: CompareReply, colour: boolean): string {
  const paint = (style: 'green' | 'red' | 'yellow' | 'dim', text: string): string =>
    colour ? styleText(style, text, plain) : text
  const nameOf = (row: Readonly<Record<string, unknown>>): string =>
    plainValue(row.dn ?? keyText(row, reply.key_fields))
  const by = (blame: RowBlame | undefined): string =>
    reply.blame === undefined || blame === undefined ? '' : paint('dim', `  ${authorOf(blame)}`)
  const { added, removed, changed, unchanged } = reply.summary
  const lines = [
    ...reply.removed.map((row) => paint('red', `- ${nameOf(row)}`) + by(row.blame as RowBlame)),
    ...reply.added.map((row) => paint('green', `+ ${nameOf(row)}`) + by(row.blame as RowBlame)),
    ...reply.changed.flatMap(({ key, fields, blame }) => [
      paint('yellow', `~ ${Object.values(key).map(plainValue).join(' ')}`) + by(blame),
      ...Object.entries(fields).map(
        ([field, { before, after }]) =>
          `    ${field}: ${paint('red', shown(before))} → ${paint('green', shown(after))}`,
      ),
    ]),
    ...(reply.truncated ? [paint('dim', '… and more: raise --limit to see them.')] : []),
    ...(reply.blame?.message == null
      ? []
      : [paint('dim', `${UNKNOWN_AUTHORS[reply.blame.source]} ${reply.blame.message}`)]),
  ]
  const summary = `${added} added, ${removed} removed, ${changed} changed, ${unchanged} unchanged`
  return [...lines, ...(lines.length === 0 ? [] : ['']), summary, ''].join('\n')
}

const UNKNOWN_AUTHORS = {
  unavailable: 'Who changed it is not known.',
  read: 'Who changed some rows may not be known.',
  kept: 'Who changed some rows may not be known.',
}

/** The newest author first; a time only for the last change. */
function authorOf({ status, entries }: RowBlame): string {
  const [newest] = entries
  if (newest === undefined) return status === 'none' ? '(nobody in the audit log)' : '(unknown)'
  const users = [...new Set(entries.map(({ user }) => user))]
  return `(${users.join(', ')}, ${newest.at.slice(0, 16).replace('T', ' ')})`
}

const keyText = (row: Readonly<Record<string, unknown>>, fields: readonly string[]): string =>
  (fields.length === 0 ? Object.values(row) : fields.map((field) => row[field])).map(plainValue).join(' ')

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : plainValue(value) || '""'
