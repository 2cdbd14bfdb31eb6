import type { Page } from 'playwright-core'
import { heading, type Look } from './look.ts'

async function openTemplate(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Templates' }).getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Columns' }).waitFor()
}

/** Templates, and what belongs to them. */
export const AUTOMATION_LOOKS: readonly Look[] = [
  {
    name: 'automation-overview',
    path: '/automation/',
    act: (page) => page.getByRole('table', { name: 'Connections' }).waitFor(),
  },
  { name: 'automation-templates', path: '/automation/templates/', act: (page) => heading(page, 'Templates') },
  { name: 'automation-template', path: '/automation/templates/', act: openTemplate },
  {
    name: 'automation-template-edit',
    path: '/automation/templates/',
    act: async (page) => {
      await openTemplate(page)
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByRole('region', { name: 'Preview' }).waitFor()
      await page.getByText('Rules', { exact: true }).first().click()
    },
  },
  {
    name: 'automation-reference',
    path: '/automation/reference-data/?kind=lists',
    act: (page) => heading(page, 'Reference data'),
  },
]
