import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { ChoiceField } from './choice-field.tsx'

const CHOICES = [
  { value: 'fvAEPg', note: 'Application EPG' },
  { value: 'fvBD', note: 'Bridge Domain' },
  { value: 'fvCtx', note: 'VRF' },
]

function showField(accepts?: (text: string) => boolean) {
  const chosen: string[] = []
  function Part() {
    const [value, setValue] = useState('fvBD')
    return (
      <>
        <ChoiceField
          label="Class"
          choices={CHOICES}
          value={value}
          {...(accepts && { accepts })}
          onChange={(next) => {
            chosen.push(next)
            setValue(next)
          }}
        />
        <button type="button">Elsewhere</button>
      </>
    )
  }
  const shown = show(<Part />)
  return { ...shown, chosen, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Class' }) }
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('a field of choices', () => {
  it('shows all of them when it is clicked', async () => {
    const { user, field } = showField()

    await user.click(field)

    expect(options()).toEqual(['fvAEPg Application EPG', 'fvBD Bridge Domain', 'fvCtx VRF'])
    expect(field.getAttribute('aria-expanded')).toBe('true')
  })

  it('is narrowed by typing, also by notes, and Enter takes the first', async () => {
    const { user, field, chosen } = showField()

    await user.clear(field)
    await user.type(field, 'vrf')
    const narrowed = options()
    await user.keyboard('{Enter}')

    expect([narrowed, chosen, field.value]).toEqual([['fvCtx VRF'], ['fvCtx'], 'fvCtx'])
  })

  it('puts what is typed exactly first, then what begins with it', async () => {
    const { user, field } = showField()

    await user.clear(field)
    await user.type(field, 'fvb')

    expect(options()[0]).toBe('fvBD Bridge Domain')
  })

  it('goes back to its value when it is left with a text that is none', async () => {
    const { user, field, chosen } = showField()

    await user.clear(field)
    await user.type(field, 'qq')
    const said = screen.getByText('Nothing matches “qq”.')
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }))

    expect([said.textContent, chosen, field.value]).toEqual(['Nothing matches “qq”.', [], 'fvBD'])
  })

  it('takes a text of its own where that is accepted, with Enter or by leaving it', async () => {
    const { user, field, chosen } = showField((text) => text.startsWith('uni/'))

    await user.clear(field)
    await user.type(field, 'uni/tn-a')
    screen.getByText('Press Enter to use “uni/tn-a”.')
    await user.keyboard('{Enter}')
    await user.clear(field)
    await user.type(field, 'uni/tn-b')
    await user.tab()

    expect(chosen).toEqual(['uni/tn-a', 'uni/tn-b'])
  })
})
