import { type Killer, text, one, filtered, stepped, step, condition } from './killer.ts'

/** Repeats that patterns, brackets, quotes, escapes and placeholders are known to stumble over. */
const PIECES = [
  '{{',
  '}}',
  '{{a',
  '{{a=',
  '{{a}}',
  '{{b=x}}',
  '{{ ',
  '\\',
  '[',
  ']',
  '[]',
  '(',
  ')',
  '0',
  '0.',
  '.',
  '/',
  './',
  '"',
  "'",
  '"""',
  'r"',
  '//',
  ' ',
  ',',
  '-',
  '\n',
  '😀',
  'a*',
  'aA',
  '%',
]
const OPERATORS = ['eq', 'in', 'contains', 'matches', 'all_bits']

export const inText: readonly Killer[] = PIECES.flatMap((piece) => {
  const shown = JSON.stringify(piece)
  const variables = (size: number) => ({ a: text(piece, Math.min(size, 15_000)) })
  return [
    ...OPERATORS.map((operator) => ({
      name: `${operator} ${shown}`,
      canvas: (size: number) => filtered([condition(operator, text(piece, size))]),
      variables,
    })),
    {
      name: `number ending in ${shown}`,
      canvas: (size: number) => filtered([condition('eq', `0.${text(piece, size)}1`)]),
      variables,
    },
    {
      name: `id, alias ${shown}`,
      canvas: (size: number) => one({ id: text(piece, size / 2), alias: text(piece, size / 2) }),
      variables,
    },
    { name: `class ${shown}`, canvas: (size: number) => one({ class_name: text(piece, size) }), variables },
    { name: `property ${shown}`, canvas: (size: number) => one({ properties: [text(piece, size)] }), variables },
    {
      name: `filter property ${shown}`,
      canvas: (size: number) => filtered([condition('eq', 'x', text(piece, size))]),
      variables,
    },
    { name: `operator ${shown}`, canvas: (size: number) => filtered([condition(text(piece, size))]), variables },
    { name: `scope ${shown}`, canvas: (size: number) => one({ scope_dn: text(piece, size) }), variables },
    {
      name: `scope below uni ${shown}`,
      canvas: (size: number) => one({ scope_dn: `uni/tn-${text(piece, size)}` }),
      variables,
    },
    {
      name: `dn eq ${shown}`,
      canvas: (size: number) => filtered([condition('eq', text(piece, size), 'dn')]),
      variables,
    },
    {
      name: `expression ${shown}`,
      canvas: (size: number) => stepped(step('compute', { column: 'c', expression: text(piece, size) })),
      variables,
    },
    {
      name: `pattern ${shown}`,
      canvas: (size: number) => stepped(step('extract', { column: 'dn', pattern: text(piece, size), into: ['x'] })),
      variables,
    },
    {
      name: `separator ${shown}`,
      canvas: (size: number) => stepped(step('explode', { column: 'dn', separator: text(piece, size) })),
      variables,
    },
    { name: `step type ${shown}`, canvas: (size: number) => stepped(step(text(piece, size), {})), variables },
    {
      name: `option ${shown}`,
      canvas: (size: number) => stepped(step('limit', { count: 1, [text(piece, size)]: 1 })),
      variables,
    },
    {
      name: `saved query ${shown}`,
      canvas: (size: number) => stepped(step('lookup', { saved_query: text(piece, size), on: { dn: 'dn' } })),
      variables,
    },
    {
      name: `value of an unused variable ${shown}`,
      canvas: () => one({}),
      variables: (size: number) => ({ a: text(piece, size) }),
    },
  ] satisfies Killer[]
})
