import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import styles from './account.module.css'
import { ButtonRow, AccountSection } from './section.tsx'

const names = new Intl.ListFormat('en')

/** What one may do, and where that comes from. */
export function RightsSection() {
  const { groups, permissions, is_superuser: isSuperuser } = useProfile()
  const [isShown, setIsShown] = useState(false)
  const from = groups.length > 0 ? words.rights.from(names.format(groups.map(({ name }) => name))) : undefined
  return (
    <AccountSection title={words.rights.title}>
      {isSuperuser && <p>{words.rights.superuser}</p>}
      {(from !== undefined || !isSuperuser) && (
        <ButtonRow>
          <span>{from ?? words.rights.none}</span>
          {permissions.length > 0 && (
            <Button look="link" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
              {isShown ? words.rights.hide : words.rights.show(permissions.length)}
            </Button>
          )}
        </ButtonRow>
      )}
      {isShown && (
        <ul className={styles.permissions}>
          {permissions.toSorted().map((permission) => (
            <li key={permission}>
              <code>{permission}</code>
            </li>
          ))}
        </ul>
      )}
    </AccountSection>
  )
}
