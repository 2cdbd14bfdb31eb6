import { useRouter } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { toast } from '../../components/toasts.tsx'
import type { Heddle } from '../../lib/api/heddle.ts'
import { useHeddle, useProfile, useSession } from '../../lib/session/context.tsx'
import { useChangePreferences } from '../../lib/session/preferences.ts'
import { words } from './words.ts'

const THEMES = ['light', 'dark', 'system'] as const

export function AccountMenu() {
  const heddle = useHeddle()
  const session = useSession()
  const profile = useProfile()
  const router = useRouter()
  const { mutate: change } = useChangePreferences((error) =>
    toast(words.account.themeNotSaved(error.message), { kind: 'failed' }),
  )

  async function handleSignOut() {
    await heddle.auth.logout().catch(() => undefined)
    session.signedOut()
  }

  return (
    <Menu
      label={words.account.title}
      target={
        <Button look="quiet" title={profile.username}>
          {words.account.title}
        </Button>
      }
      entries={[
        {
          text: words.account.preferences,
          note: profile.username,
          onSelect: () => void router.navigate({ to: '/auth/profile' }),
        },
        'line',
        ...THEMES.map((theme) => ({
          text: words.account.theme[theme],
          ...(profile.preferences.theme === theme && { note: '✓' }),
          onSelect: () => change({ theme }),
        })),
        'line',
        { text: words.account.reference, onSelect: () => void openReference(heddle) },
        'line',
        { text: words.account.signOut, onSelect: () => void handleSignOut() },
      ]}
    />
  )
}

async function openReference(heddle: Heddle): Promise<void> {
  const { ticket } = await heddle.wsTicket()
  open(`/api/docs/?ticket=${encodeURIComponent(ticket)}`, '_blank', 'noopener')
}
