import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const [light = '', dark = ''] = readFileSync(new URL('tokens.css', import.meta.url), 'utf8').split(
  ':root[data-mantine-color-scheme',
)
const GROUNDS = ['ground', 'surface', 'sunken']
const TEXTS = [
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'ok',
  'warn',
  'bad',
  'info',
  'contains',
  'references',
  'match',
  'auto',
]

function tokensOf(css: string): ReadonlyMap<string, string> {
  return new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, color]) => [name!, color!]))
}

function luminance(color: string): number {
  const hex = color.length === 4 ? color.slice(1).replaceAll(/./g, '$&$&') : color.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** As WCAG 2.2 defines it: 1 to 21. */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

describe.each([
  ['light', tokensOf(light)],
  ['dark', new Map([...tokensOf(light), ...tokensOf(dark)])],
])('the %s theme', (_name, tokens) => {
  it.each(TEXTS)('can be read: %s', (text) => {
    for (const ground of GROUNDS) expect(contrast(tokens.get(text)!, tokens.get(ground)!)).toBeGreaterThanOrEqual(4.5)
  })

  it('can be read on buttons, and its controls have edges that are seen', () => {
    expect(contrast(tokens.get('on-accent')!, tokens.get('accent')!)).toBeGreaterThanOrEqual(4.5)
    for (const ground of GROUNDS) expect(contrast(tokens.get('edge')!, tokens.get(ground)!)).toBeGreaterThanOrEqual(3)
  })

  it.each(['accent-soft', 'added', 'removed', 'changed'])('can be read on what is marked: %s', (ground) => {
    expect(contrast(tokens.get('ink')!, tokens.get(ground)!)).toBeGreaterThanOrEqual(7)
  })
})
