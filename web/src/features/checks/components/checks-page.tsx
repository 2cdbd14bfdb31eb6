import { AreaPage, type AreaPageProps } from '../../../components/area-page.tsx'
import { words } from '../words.ts'

const PAGES = [
  { to: '/packs', text: words.packs, permission: 'packs.view_pack' },
  { to: '/queries/checks', text: words.runs, permission: 'queries.execute_savedquery' },
  { to: '/queries/waivers', text: words.waivers, permission: 'queries.view_savedquery' },
]

/** A page of the area of checks, with the ways to the others. */
export const ChecksPage = (props: AreaPageProps) => <AreaPage label={words.pages} pages={PAGES} {...props} />
