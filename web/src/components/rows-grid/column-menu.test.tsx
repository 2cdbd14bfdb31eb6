import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ColumnMenu } from './column-menu.tsx'

const MANY = ['dn', 'name', 'adminSt', 'mtu', 'speed', 'descr', 'id', 'mode', 'layer', 'usage', 'bw', 'portT']

function Menu({ columns }: { readonly columns: readonly string[] }) {
  const [hidden, setHidden] = useState<readonly string[]>([])
  return (
    <ColumnMenu
      {...{ columns, hidden }}
      onHidden={setHidden}
      empty={0}
      showsEmpty={false}
      onShowsEmpty={() => undefined}
      rowHeight={24}
      onRowHeight={() => undefined}
    />
  )
}

const offered = () => screen.getAllByRole('menuitemcheckbox').map(({ textContent }) => textContent.replace('✓', ''))

it('finds a column among many by a part of its name, and hides it by keys alone', async () => {
  const { user } = show(<Menu columns={MANY} />)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Find a column' }), 'ST')

  expect(offered()).toEqual(['adminSt'])
  await user.keyboard('{Home}{ArrowDown}{Enter}')

  expect(screen.getByRole('menuitemcheckbox', { name: 'adminSt' }).getAttribute('aria-checked')).toBe('false')
  screen.getByRole('button', { name: 'Columns, 1 hidden' })
})

it('needs no search for a few', async () => {
  const { user } = show(<Menu columns={MANY.slice(0, 3)} />)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('menuitemcheckbox', { name: 'dn' })

  expect(offered()).toEqual(['dn', 'name', 'adminSt'])
  expect(screen.queryByRole('searchbox')).toBeNull()
})
