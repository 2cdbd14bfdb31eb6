import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import type { TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { stateOfRequest } from '../request-states.ts'
import { words } from '../words.ts'
import styles from './automation.module.css'

export type RequestColumn = TableColumn<Wire.AutomationRequest>

/** What tables of requests have in common. */
export const TEMPLATE: RequestColumn = {
  name: 'template',
  title: words.template,
  isGrowing: true,
  cell: ({ id, template_name: name }) => (
    <Link to="/automation/requests/$id" params={{ id }} className={styles.cut} dir="auto" title={name}>
      {name}
    </Link>
  ),
}

export const STATUS: RequestColumn = {
  name: 'status',
  title: words.status,
  width: '160px',
  cell: (request) => <Light {...stateOfRequest(request)} />,
}

export const ROWS: RequestColumn = {
  name: 'rows',
  title: words.rowsTitle,
  isNumber: true,
  width: '80px',
  cell: ({ row_count: count }) => formatNumber(count),
}
