import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { sampleRequest, sampleTemplate } from '../../../testing/wire-samples.ts'
import { LaunchActions } from './launch-actions.tsx'
import { useLaunchColumns } from './launch-columns.ts'
import { LaunchSheet } from './launch-sheet.tsx'
import { emptySheet } from './sheet.ts'
import { useRowCheck } from './use-row-check.ts'

// Only rows in sight are drawn, and a page without a layout has none.
const NAMES = ['offsetHeight', 'clientHeight'] as const
const BEFORE = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)!] as const)
beforeEach(() => {
  for (const name of NAMES) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 400 })
})
afterEach(() => {
  for (const [name, property] of BEFORE) Object.defineProperty(HTMLElement.prototype, name, property)
})

const TEMPLATE = sampleTemplate()
const FIRST_TIME = 4

function Part() {
  const columns = useLaunchColumns(TEMPLATE.schema)
  const [sheet, setSheet] = useState(() => emptySheet(TEMPLATE.schema.length, FIRST_TIME))
  const [comment, setComment] = useState('')
  const check = useRowCheck(
    TEMPLATE.id,
    sheet,
    TEMPLATE.schema.map(({ name }) => name),
  )
  return (
    <>
      <LaunchActions template={TEMPLATE} sheet={sheet} comment={comment} check={check} onLaunched={() => undefined} />
      <LaunchSheet
        columns={columns}
        sheet={sheet}
        check={check}
        comment={comment}
        onSheet={setSheet}
        onComment={setComment}
      />
    </>
  )
}

type Operations = Parameters<Parameters<SimulatedApi['sentTo']>[0]>[0]
const launch = ({ automation }: Operations) => automation.templates.launch('t-1')
const dryRun = ({ automation }: Operations) => automation.templates.launch('t-1', {}, { dry_run: true })
const paste = (label: string, text: string) =>
  fireEvent.paste(screen.getByLabelText(label), { clipboardData: { getData: () => text } })
const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

const PLAN: Wire.LaunchDryRunReply = {
  valid: true,
  executions: [{ rows: [{ switch: 'leaf-101', vlan: 210 }], extra_vars: { heddle_request: 'none' } }],
  warnings: [],
  source: null,
}

describe('rows for a launch', () => {
  it('take a range of a spreadsheet, and show what the server finds wrong in the cells and in a list', async () => {
    const api = new SimulatedApi()
    api.refuses(launch, 400, { 'rows.1.vlan': ['"21O": expected an integer.'] })
    const { user } = show(<Part />, { api })
    expect(isOff('Launch')).toBe(true)

    paste('switch, row 1', 'leaf-101\t210\r\nleaf-102\t21O\r\n')

    await screen.findByText('2 rows · 1 fault')
    expect(api.sentTo(launch)).toEqual([
      {
        rows: [
          { switch: 'leaf-101', vlan: '210' },
          { switch: 'leaf-102', vlan: '21O' },
        ],
      },
    ])
    expect(screen.getByLabelText('vlan, row 2').getAttribute('aria-invalid')).toBe('true')
    expect(isOff('Launch')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Row 2, vlan' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('vlan, row 2')))
  })

  it('are launched once they are clean, after a dry run that shows what would be', async () => {
    const api = new SimulatedApi()
    api.answers(dryRun, PLAN)
    const { user, router } = show(<Part />, { api })
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
    paste('switch, row 1', 'leaf-101\t210')
    await screen.findByText('1 row · No faults')

    await user.click(screen.getByRole('button', { name: 'Dry run' }))
    await screen.findByText('1 job for 1 row; nothing is launched yet.')
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
    api.answers(launch, sampleRequest({ id: 'a-7' }))
    await user.type(screen.getByLabelText('Comment (optional)'), 'for the lab')
    await user.click(screen.getByRole('button', { name: 'Launch' }))

    await waitFor(() =>
      expect(navigate).toHaveBeenCalledWith({ to: '/automation/requests/$id', params: { id: 'a-7' } }),
    )
    expect(api.requests.at(-1)).toMatchObject({
      query: {},
      body: { rows: [{ switch: 'leaf-101', vlan: '210' }], comment: 'for the lab' },
    })
  })

  it('are filled down from the first row, as far as there are rows', async () => {
    const api = new SimulatedApi()
    api.answers(dryRun, PLAN)
    const { user } = show(<Part />, { api })
    paste('vlan, row 1', '210\ttrunk\r\n211\t')

    await user.click(screen.getByRole('button', { name: 'Fill mode down' }))

    expect(screen.getByLabelText<HTMLInputElement>('mode, row 2').value).toBe('trunk')
    expect(screen.getByLabelText<HTMLInputElement>('mode, row 3').value).toBe('')
    await screen.findByText('2 rows · No faults')
  })

  it('offer the values of a list while one types', () => {
    show(<Part />)
    const { list } = screen.getByLabelText<HTMLInputElement>('mode, row 1')

    expect([...(list?.options ?? [])].map(({ value }) => value)).toEqual(['trunk', 'access'])
  })

  it('come from a file, below those that are there', async () => {
    const api = new SimulatedApi()
    api.answers(dryRun, PLAN)
    const { user } = show(<Part />, { api })
    paste('switch, row 1', 'leaf-101\t210')
    const file = new File(['VLAN,Switch,note\r\n300,leaf-200,x\r\n'], 'rows.csv', { type: 'text/csv' })

    await user.click(screen.getByRole('button', { name: 'Import CSV' }))
    await user.upload(screen.getByLabelText('CSV file'), file)
    await screen.findByText('1 row in the file. Choose which column goes where.')
    await user.click(screen.getByRole('button', { name: 'Take rows' }))

    expect(screen.getByLabelText<HTMLInputElement>('switch, row 2').value).toBe('leaf-200')
    expect(screen.getByLabelText<HTMLInputElement>('vlan, row 2').value).toBe('300')
    await screen.findByText('2 rows · No faults')
  })
})
