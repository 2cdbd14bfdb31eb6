import { type Killer, times, text, name, one, filtered, condition } from './killer.ts'

export const inVariables: readonly Killer[] = [
  {
    name: 'variables',
    canvas: () => one({}),
    variables: (size) => Object.fromEntries(times(size / 10, (at) => [name(at), 1])),
  },
  {
    name: 'large variables',
    canvas: () => one({}),
    variables: (size) => Object.fromEntries(times(size / 20_000, (at) => [name(at), text('x', 20_000)])),
  },
  {
    name: 'a list as a variable',
    canvas: () => filtered([condition('in', '{{a}}')]),
    variables: (size) => ({ a: times(size / 3, () => '') }),
  },
  {
    name: 'a variable of zeros',
    canvas: () => filtered([condition('eq', '{{a}}')]),
    variables: (size) => ({ a: `0.${text('0', size)}1` }),
  },
]
