import { isOlder, release } from './releases.ts'

type Guard = (c: string, t: string) => boolean

const lt = isOlder
const gt = (one: string, other: string) => isOlder(other, one)
const le = (one: string, other: string) => !gt(one, other)
const ge = (one: string, other: string) => !lt(one, other)
const gen = (text: string) => release(text)[0]
const line = (text: string) => release(text).slice(0, 2).join('.')
const train = (text: string) => release(text).slice(0, 3).join('.')
const is = (one: string, ...others: readonly string[]) => others.includes(one)

const removed =
  (since: string): Guard =>
  (_, t) =>
    ge(t, since)
const older = (v: string) => lt(v, '5.2(8a)') || train(v) === '6.0.1'
const bites = (v: string) => ['4.2.7', '5.2.1', '5.2.2'].includes(train(v))
const loses = (v: string) => (gt(v, '6.0(3a)') && lt(v, '6.0(9e)')) || (gt(v, '6.1(1a)') && lt(v, '6.1(4h)'))
const created =
  (since: string, since6 = since): Guard =>
  (c, t) =>
    c === t && le(c, '6.0(6a)') && ge(c, gen(c) === 6 ? since6 : since)
const timers: Guard = (c, t) =>
  gt(c, '6.2(1g)') ||
  (line(c) === '6.1' && gt(c, '6.1(5e)') && c === t) ||
  gt(t, '6.2(1g)') ||
  (line(t) === '6.1' && gt(t, '6.1(5e)'))

/** Which steps from one release to another each check is about, after the public rules and not after the pack. */
export const GUARDS: Readonly<Record<string, Guard>> = {
  'O59-expired': (c) => ge(c, '6.1(5e)'),
  'O59-expiring': (c) => ge(c, '6.1(5e)'),
  P3: (c, t) => gen(c) < 4 && gen(t) >= 4,
  'P5-rogue': (c, t) => (line(c) === '4.1') !== (line(t) === '4.1'),
  P15: (c) => ge(c, '4.1(1a)'),
  P16: (c) => !is(c, '6.1(5e)', '6.2(1g)'),
  'P16-counted-wrong': (c) => is(c, '6.1(5e)', '6.2(1g)'),
  'P21-tmp': (_, t) => !(ge(t, '6.1(4h)') || is(t, '6.0(9f)', '6.1(4h)', '6.2(1g)')),
  P22: (c) => lt(c, '4.1(1a)'),
  'P22-later': (c) => ge(c, '4.1(1a)'),
  P23: (c, t) => older(c) !== older(t),
  'P29-on': (_, t) => train(t) === '4.2.2',
  'P29-off': (_, t) => gen(t) >= 5,
  P30: (c, t) => gen(c) < 3 && !is(c, '2.2(4p)', '2.2(4q)', '2.2(4r)') && (gen(t) >= 4 || (gen(t) === 3 && release(t)[1] >= 2 && (release(t)[1] > 2 || release(t)[2] >= 2))),
  P37: (c, t) => lt(c, '4.2(1a)') && gt(t, '4.2(1a)'),
  P38: (c) => le(c, '6.1(2a)'),
  'P39-old': (c) => lt(c, '3.2(5d)') || (gen(c) === 4 && lt(c, '4.1(1i)')),
  P39: (c) => lt(c, '4.2(4i)') || (gen(c) === 5 && lt(c, '5.0(1k)')),
  'P41-switches': removed('5.0(1a)'),
  'P41-line-cards': removed('5.0(1a)'),
  'P41-fabric-modules': removed('5.0(1a)'),
  'P41-93120TX': removed('6.0(1a)'),
  'P41-93180LC': removed('6.1(1f)'),
  'P41-fex': removed('6.1(1f)'),
  'P41-supervisors': removed('6.1(1f)'),
  P42: (c, t) => lt(c, '5.0(1a)') && gt(t, '5.0(1a)') && lt(t, '5.2(2g)'),
  'P43-SX': (c, t) => lt(c, '4.2(6d)') && gt(t, '4.2(6c)'),
  'P43-T': (c, t) => (le(c, '4.1(1i)') && gt(t, '4.0(1h)') && lt(t, '5.2(7f)')) || (lt(c, '5.2(7f)') && gt(t, '5.2(7f)')) || (lt(t, '5.2(7f)') && c === t),
  P44: (s, t) => lt(s, '4.2(4d)') && gt(t, '5.2(2d)'),
  P45: (_, t) => gt(t, '4.2(6a)'),
  P47: (_, t) => t === '6.0(2h)',
  'P48-VRM': (c) => lt(c, '5.2(8f)'),
  'P48-FPGA': (c, t) => (gt(c, '5.2(1a)') && lt(c, '6.0(1a)') && lt(t, '5.2(8f)')) || (gen(t) === 6 && lt(t, '6.0(3d)')),
  P49: (c, t) => lt(c, '6.0(1a)') && gt(t, '6.0(1a)'),
  P50: (c, t) => bites(c) && !bites(t),
  P51: (c, t) => lt(c, '6.0(2a)') && gt(t, '6.0(2a)'),
  P52: (_, t) => ['6.0.3', '6.0.4', '6.0.5'].includes(train(t)),
  'P54-implicit': created('3.2(10e)'),
  'P54-implicit-relation': created('3.2(10e)'),
  'P54-sla': created('4.1(1i)'),
  'P54-connectivity': created('5.2(4d)'),
  'P54-encap': created('5.2(4d)'),
  'P54-interface': created('5.2(8d)', '6.0(3d)'),
  'P54-width': created('6.0(2h)'),
  P55: (c) => gt(c, '4.2(1a)'),
  P58: (_, t) => (gt(t, '5.1(1h)') && lt(t, '5.2(8e)')) || (gen(t) === 6 && lt(t, '6.0(3d)')),
  P59: (_, t) => lt(t, '5.2(8h)') || t === '5.3(1d)' || (gen(t) === 6 && lt(t, '6.0(4a)')),
  P60: (c) => lt(c, '4.2(6d)') || (gen(c) === 5 && lt(c, '5.1(1h)')),
  P61: (_, t) => line(t) === '5.2' && lt(t, '5.2(8a)'),
  P63: (_, t) => gen(t) === 6 && lt(t, '6.0(3a)'),
  P64: (s, t) => lt(s, '5.0(1a)') && gt(t, '5.0(1a)'),
  P65: (c, t) => lt(c, '5.2(6e)') && gt(t, '5.0(1a)') && lt(t, '5.2(6e)'),
  P66: (c, t) => lt(c, '5.0(1a)') && gt(t, '5.0(1a)'),
  P68: (c, t) => gt(c, '6.0(2a)') && gt(t, '6.0(2a)'),
  P70: (_, t) => gt(t, '6.0(6a)'),
  P72: (_, t) => (gt(t, '6.0(7a)') && lt(t, '6.0(9c)')) || t === '6.1(1f)',
  P75: (_, t) => gt(t, '5.2(3d)') && lt(t, '6.0(3d)'),
  P76: (_, t) => gt(t, '6.1(3a)'),
  P77: (_, t) => lt(t, '5.3(2c)'),
  P78: (c, t) => le(c, '6.1(2a)') && ge(t, '6.1(2a)'),
  'P78-later': (c, t) => le(c, '6.1(2a)') && lt(t, '6.1(2a)'),
  P79: (c, t) => (lt(c, '4.2(7t)') || (line(c) === '5.2' && lt(c, '5.2(5d)'))) && ((line(t) === '5.2' && lt(t, '5.2(7f)')) || gt(t, '6.0(2h)')),
  P81: (_, t) => gt(t, '6.1(2a)'),
  'P81-earlier': (_, t) => le(t, '6.1(2a)'),
  P82: (c, t) => lt(c, '6.0(2a)') && gt(t, '6.0(2a)'),
  P84: (_, t) => gt(t, '6.0(1a)'),
  P87: (_, t) => lt(t, '6.1(4a)'),
  P89: (c, t) => lt(c, '6.2(1a)') && ge(t, '6.2(1a)'),
  P90: (c, t) => ge(t, '6.0(3a)') && le(c, '6.0(3a)') && !(gen(c) === 5 && gt(c, '5.2(8a)')),
  P91: (c, t) => gt(c, '5.2(3a)') && lt(c, '6.0(3a)') && loses(t),
  'P91-after': (c, t) => loses(c) && c === t,
  P92: (_, t) => (ge(t, '6.1(2f)') && le(t, '6.1(5e)')) || t === '6.2(1g)',
  P93: (c) => ge(c, '5.2(6a)'),
  P95: (_, t) => t === '6.1(4h)',
  P96: (c, t) => lt(c, '5.2(8d)') && ge(t, '6.0(4c)'),
  P98: (c, t) => !timers(c, t),
  'P98-fixed': timers,
  P99: (_, t) => (line(t) === '6.1' && le(t, '6.1(5e)')) || (line(t) === '6.2' && lt(t, '6.2(2e)')),
  P101: (_, t) => !((line(t) === '6.1' && gt(t, '6.1(5e)')) || gt(t, '6.2(1g)')),
  P102: (_, t) => t === '6.2(1g)' || (ge(t, '6.1(3f)') && le(t, '6.1(5e)')),
} // prettier-ignore
