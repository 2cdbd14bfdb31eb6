import { describe, expect, it } from 'vitest'
import { readClassTable } from '../model/class-table.ts'
import { ObjectStore } from '../model/object-store.ts'
import { compileFilter } from './compile-filter.ts'
import { parseFilter } from './parse-filter.ts'

const store = new ObjectStore(readClassTable())
const entry = store.add('vzEntry', 'uni/tn-a/flt-f/e-https', {
  dToPort: 'https',
  tcpRules: 'ack,est',
  descr: 'say "hi" (now)',
})
const block = store.add('infraPortBlk', 'uni/infra/accportprof-a/hports-b-typ-range/portblk-c', {
  fromPort: '9',
  toPort: '24',
})
const recorded = store.addExactly('someUnknown', 'uni/some-1', { count: '10', text: 'b10' })

describe('compileFilter', () => {
  it.each([
    ['eq(vzEntry.name,"https")', true],
    ['eq(vzEntry.name,"HTTPS")', false],
    ['ne(vzEntry.name,"http")', true],
    ['eq(vzEntry.descr,"say \\"hi\\" (now)")', true],
    ['wcard(vzEntry.descr,"hi")', true],
    ['wcard(vzEntry.descr,"Hi")', false],
    ['wcard(vzEntry.descr,"say*now")', true],
    ['wcard(vzEntry.descr,"now.*say")', false],
    ['wcard(vzEntry.dn,"tn-a/")', true],
    ['anybit(vzEntry.tcpRules,"syn,est")', true],
    ['anybit(vzEntry.tcpRules,"syn")', false],
    ['allbits(vzEntry.tcpRules,"est,ack")', true],
    ['allbits(vzEntry.tcpRules,"est,syn")', false],
    ['and(eq(vzEntry.name,"https"),eq(vzEntry.prot,"tcp"))', true],
    ['or(eq(vzEntry.name,"no"),eq(vzEntry.prot,"tcp"))', true],
    ['xor(eq(vzEntry.name,"https"),eq(vzEntry.prot,"tcp"))', false],
    ['not(eq(vzEntry.name,"https"))', false],
    ['true', true],
    ['false', false],
  ])('evaluates %s to %s for a filter entry', (text, holds) => {
    expect(compileFilter(parseFilter(text), store)(entry)).toBe(holds)
  })

  it.each([
    ['gt(infraPortBlk.toPort,"9")', true],
    ['lt(infraPortBlk.fromPort,"10")', true],
    ['ge(infraPortBlk.fromPort,"9")', true],
    ['le(infraPortBlk.fromPort,"8")', false],
    ['bw(infraPortBlk.fromPort,"9","24")', true],
    ['bw(infraPortBlk.toPort,"9","24")', true],
    ['bw(infraPortBlk.fromPort,"10","24")', false],
    ['eq(infraPortBlk.fromPort,"09")', true],
  ])('compares numbers as numbers: %s is %s', (text, holds) => {
    expect(compileFilter(parseFilter(text), store)(block)).toBe(holds)
  })

  it.each([
    ['gt(vzEntry.name,"http")', true],
    ['lt(vzEntry.name,"a")', false],
  ])('compares text as text: %s is %s', (text, holds) => {
    expect(compileFilter(parseFilter(text), store)(entry)).toBe(holds)
  })

  it.each([
    ['gt(someUnknown.count,"9")', true],
    ['gt(someUnknown.text,"b9")', false],
  ])('decides by the values how to compare for a class the table lacks: %s is %s', (text, holds) => {
    expect(compileFilter(parseFilter(text), store)(recorded)).toBe(holds)
  })

  it.each([
    ['eq(someUnknown.absent,"x")', false],
    ['ne(someUnknown.absent,"x")', true],
    ['gt(someUnknown.absent,"x")', false],
  ])('treats a missing property as equal to nothing: %s is %s', (text, holds) => {
    expect(compileFilter(parseFilter(text), store)(recorded)).toBe(holds)
  })

  it('does not match objects of another class', () => {
    expect(compileFilter(parseFilter('ne(fvBD.name,"x")'), store)(entry)).toBe(false)
  })
})
