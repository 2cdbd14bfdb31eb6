import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useProfile } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import styles from './start.module.css'

/** Before a class is chosen: how large the model is, and what one can do here. */
export const Start = ({ stats }: { readonly stats: Wire.MimStats }) => (
  <EmptyState
    title={words.startTitle}
    action={
      <>
        <Link to="/mim-registry" className={buttonClass()}>
          {words.models}
        </Link>
      </>
    }
  >
    {words.start}
    <span className={styles.facts}>
      {words.facts(stats.total_classes, stats.total_properties, stats.relationships)}
    </span>
  </EmptyState>
)

export function NoClassModel() {
  const { is_admin: isAdmin } = useProfile()
  return (
    <EmptyState
      title={words.noModelTitle}
      action={
        isAdmin && (
          <Link to="/mim-registry" className={buttonClass('primary')}>
            {words.install}
          </Link>
        )
      }
    >
      {words.noModel} {!isAdmin && words.askAdministrator}
    </EmptyState>
  )
}
