import { expect, it } from 'vitest'
import { cutMiddle } from './cut-middle.ts'

const PATH = 'uni/tn-common/ap-billing/epg-admin/rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/9]]'
const cut = (text: string, room: number, sought?: string) => {
  const parts = cutMiddle(text, room, sought)
  return parts && `${parts.head}…${parts.tail}`
}

it('shows the beginning and the end of a DN, which is where DNs differ', () => {
  expect(cut('uni/tn-common/ap-billing/epg-admin/subnet-[10.1.0.1/24]', 40)).toBe(
    'uni/tn-common/ap-b…/subnet-[10.1.0.1/24]',
  )
  expect(cut(PATH, 60)).toMatch(/^uni\/tn.*….*\/paths-101\/pathep-\[eth1\/9\]\]$/)
})

it.each([20, 40, 59])('fits into the room: %i', (room) => {
  expect(cut(PATH, room)!.length).toBeLessThanOrEqual(room)
})

it('leaves what fits as it is', () => {
  expect(cutMiddle('uni/tn-common', 13)).toBeUndefined()
})

it('keeps what is sought in sight', () => {
  expect(cut(PATH, 40, 'epg-ADMIN')).toContain('epg-admin')
})
