import { type Killer, times, text, name, one, filtered, stepped, step, condition, nest } from './killer.ts'

export const inFilters: readonly Killer[] = [
  { name: 'empty filters', canvas: (size) => filtered(times(size / 3, () => ({}))) },
  { name: 'filters that are numbers', canvas: (size) => filtered(times(size / 2, () => 0)) },
  {
    name: 'filters that are missing variables',
    canvas: (size) => filtered(times(size / 45, (at) => condition('eq', `{{${name(at)}}}`))),
  },
  { name: 'a missing variable again and again', canvas: (size) => filtered([condition('eq', text('{{gone}}', size))]) },
  { name: 'unknown operators', canvas: (size) => filtered(times(size / 40, (at) => condition(`contain${at}`, 'x'))) },
  {
    name: 'unknown properties',
    canvas: (size) => filtered(times(size / 45, (at) => condition('eq', 'x', `nam${at}`))),
  },
  { name: 'filters of each value', canvas: (size) => filtered(times(size / 45, (at) => condition('eq', String(at)))) },
  { name: 'filters checked here', canvas: (size) => filtered(times(size / 42, () => condition('is_empty'))) },
  {
    name: 'filters not checked here',
    canvas: (size) => filtered([{ not: { any: times(size / 45, (at) => condition('eq', String(at))) } }]),
  },
  { name: 'patterns', canvas: (size) => filtered(times(size / 52, (at) => condition('matches', `a{${at % 1_000}}`))) },
  {
    name: 'long patterns',
    canvas: (size) => filtered(times(size / 1_000, () => condition('matches', text('(a|b)*', 950)))),
  },
  {
    name: 'patterns of classes',
    canvas: (size) => filtered(times(size / 1_000, () => condition('matches', text('(?i)\\pL', 950)))),
  },
  {
    name: 'a list',
    canvas: (size) =>
      filtered([
        condition(
          'in',
          times(size / 7, (at) => name(at)),
        ),
      ]),
  },
  {
    name: 'a list of equal values',
    canvas: (size) =>
      filtered([
        condition(
          'in',
          times(size / 4, () => 'a'),
        ),
      ]),
  },
  {
    name: 'a list of nulls',
    canvas: (size) =>
      filtered([
        condition(
          'not_in',
          times(size / 5, () => null),
        ),
      ]),
  },
  {
    name: 'a list of numbers',
    canvas: (size) =>
      filtered([
        condition(
          'in',
          times(size / 7, (at) => at),
        ),
      ]),
  },
  {
    name: 'a list of flags',
    canvas: (size) =>
      filtered([
        condition(
          'all_bits',
          times(size / 7, (at) => name(at)),
        ),
      ]),
  },
  {
    name: 'a list of placeholders',
    canvas: (size) =>
      filtered([
        condition(
          'in',
          times(size / 9, () => '{{a}}'),
        ),
      ]),
    variables: () => ({ a: times(100, name) }),
  },
  {
    name: 'a list of empty placeholders',
    canvas: (size) =>
      filtered([
        condition(
          'in',
          times(size / 9, () => '{{a}}'),
        ),
      ]),
    variables: () => ({ a: '' }),
  },
  {
    name: 'a list of unusable variables',
    canvas: (size) =>
      filtered([
        condition(
          'in',
          times(size / 9, () => '{{a}}'),
        ),
      ]),
    variables: () => ({ a: [...times(3_000, () => 'x'), null] }),
  },
  {
    name: 'a value no part of a DN takes',
    canvas: (size) => one({ scope_dn: `uni/tn-${text('{{a}}', size)}` }),
    variables: () => ({ a: `${text('x', 15_000)}]` }),
  },
  {
    name: 'values in a DN',
    canvas: (size) => one({ scope_dn: `uni/tn-${text('[{{a}}]', size)}` }),
    variables: () => ({ a: '[x]' }),
  },
  {
    name: 'values in a pattern',
    canvas: (size) => filtered([condition('matches', text('\\\\{{a}}', size))]),
    variables: () => ({ a: '\\' }),
  },
  {
    name: 'values in an expression',
    canvas: (size) => stepped(step('filter', { expression: text('"{{a}}"+', size) })),
    variables: () => ({ a: '"' }),
  },
  {
    name: 'any in all in any',
    canvas: (size) =>
      filtered(times(size / 800, () => nest(15, (inner) => ({ any: [{ all: [inner] }] }), condition('eq', 'x')))),
  },
  {
    name: 'not in not',
    canvas: (size) => filtered(times(size / 400, () => nest(31, (not) => ({ not }), condition('eq', 'x')))),
  },
  {
    name: 'wide and deep',
    canvas: (size) =>
      filtered([nest(30, (inner) => ({ any: [inner] }), { any: times(size / 42, () => condition('eq', 'x')) })]),
  },
  { name: 'too deep', canvas: (size) => filtered(times(size / 600, () => nest(50, (not) => ({ not }), {}))) },
]
