import { useRouter } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { toastFailure } from '../../components/toasts.tsx'
import type { Heddle } from '../../lib/api/heddle.ts'
import { useHeddle, useProfile } from '../../lib/session/context.tsx'
import { useChangePreferences } from '../../lib/session/preferences.ts'
import { ToolLabel } from './tool-label.tsx'
import { useSignOut } from './use-sign-out.ts'
import { words } from './words.ts'

const THEMES = ['light', 'dark', 'system'] as const

export function AccountMenu() {
  const heddle = useHeddle()
  const signOut = useSignOut()
  const profile = useProfile()
  const router = useRouter()
  const { mutate: change } = useChangePreferences((error) => toastFailure(words.account.themeNotSaved, error))

  return (
    <Menu
      label={words.account.title}
      target={
        <Button look="quiet" title={profile.username}>
          <ToolLabel name={words.account.title} />
        </Button>
      }
      entries={[
        {
          text: words.account.preferences,
          note: profile.username,
          onSelect: () => void router.navigate({ to: '/auth/profile' }),
        },
        { text: words.account.ai, onSelect: () => void router.navigate({ to: '/ai' }) },
        ...(profile.is_admin
          ? [
              { text: words.account.users, onSelect: () => void router.navigate({ to: '/auth/management' }) },
              { text: words.account.audit, onSelect: () => void router.navigate({ to: '/audit/logs' }) },
            ]
          : []),
        'line',
        ...THEMES.map((theme) => ({
          text: words.account.theme[theme],
          ...(profile.preferences.theme === theme && { note: '✓' }),
          onSelect: () => change({ theme }),
        })),
        'line',
        { text: words.account.documentation, onSelect: () => void open('/docs/', '_blank', 'noopener') },
        { text: words.account.reference, onSelect: () => void openReference(heddle) },
        'line',
        { text: words.account.signOut, onSelect: () => void signOut() },
      ]}
    />
  )
}

async function openReference(heddle: Heddle): Promise<void> {
  const { ticket } = await heddle.wsTicket()
  open(`/api/docs/?ticket=${encodeURIComponent(ticket)}`, '_blank', 'noopener')
}
