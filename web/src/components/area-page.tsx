import type { ReactNode } from 'react'
import { useProfile } from '../lib/session/context.tsx'
import { Page } from './page.tsx'
import { PageLinks } from './page-links.tsx'

/** The props of a page of an area that has several. */
export type AreaPageProps = {
  readonly title: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

type AreaLink = {
  readonly to: string
  readonly text: string
  readonly permission: string
  readonly isExact?: boolean
}

type Props = AreaPageProps & {
  /** What the pages of the area are together. */
  readonly label: string
  readonly pages: readonly AreaLink[]
}

/** A page with the ways to the others of its area, as far as the user may see them. */
export function AreaPage({ label, pages, title, note, actions = false, children }: Props) {
  const { permissions } = useProfile()
  const seen = pages.filter(({ permission }) => permissions.includes(permission))
  return (
    <Page title={title} note={note} actions={actions}>
      {seen.length > 1 && <PageLinks label={label} pages={seen} />}
      {children}
    </Page>
  )
}
