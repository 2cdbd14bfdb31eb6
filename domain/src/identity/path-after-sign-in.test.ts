import { expect, it } from 'vitest'
import { pathAfterSignIn } from './path-after-sign-in.ts'

it.each([
  ['/', '/'],
  ['/queries/saved-queries', '/queries/saved-queries'],
  ['/queries/saved-queries?sort=-name&q=a+b#end', '/queries/saved-queries?sort=-name&q=a+b#end'],
  ['/queries/../audit/logs', '/audit/logs'],
  ['/a?then=//evil.example', '/a?then=//evil.example'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
])('%j is a path of ours', (next, path) => expect(pathAfterSignIn(next)).toBe(path))

it.each([
  undefined,
  '',
  'queries',
  'https://evil.example/',
  'https:/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\t\\evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/x/%2e%2e//evil.example',
  '/./\\evil.example',
  '//evil.example:99999',
  '//[',
])('%j leads home instead', (next) => expect(pathAfterSignIn(next)).toBe('/'))
