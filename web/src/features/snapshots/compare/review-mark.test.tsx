import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { show } from '../../../testing/show.tsx'
import type { Entry } from './comparison.ts'
import { ChangedRowItem } from './change-row.tsx'

const ENTRY: Entry = {
  change: 'changed',
  name: 'uni/tn-a/BD-1',
  key: 'uni/tn-a/BD-1',
  fields: [{ name: 'mtu', before: '9000', after: '1400' }],
}
const REVIEWED: Entry = {
  ...ENTRY,
  review: { key: ENTRY.key, fields: ['mtu'], reviewed_by: 'olga', reviewed_at: '2026-11-22T07:00:00Z' },
}
function Row({
  entry,
  isCurrent = false,
  onReview,
}: Pick<Parameters<typeof ChangedRowItem>[0], 'entry' | 'isCurrent' | 'onReview'>) {
  return (
    <div role="row">
      <ChangedRowItem view="inline" columnCount={4} {...{ entry, isCurrent, onReview }} />
    </div>
  )
}

it('a change is marked as reviewed by its box', async () => {
  const onReview = vi.fn()
  show(<Row entry={ENTRY} onReview={onReview} />)

  await userEvent.click(screen.getByRole('checkbox', { name: 'Reviewed: uni/tn-a/BD-1', checked: false }))

  expect(onReview).toHaveBeenCalledWith(ENTRY, true)
})

it('what was reviewed is its name only, until one comes back to it', () => {
  const { unmount } = show(<Row entry={REVIEWED} onReview={vi.fn()} />)
  screen.getByRole('checkbox', { checked: true })
  expect(screen.queryByText('mtu')).toBeNull()
  unmount()

  show(<Row entry={REVIEWED} onReview={vi.fn()} isCurrent />)

  screen.getByText('mtu')
})

it('those who may not mark it see who did', () => {
  show(<Row entry={REVIEWED} onReview={undefined} />)

  screen.getByText(/Reviewed by olga/)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
