import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { toast } from '../../components/toasts.tsx'
import type { Heddle } from '../../lib/api/heddle.ts'
import { useHeddle, useProfile, useSession } from '../../lib/session/context.tsx'

const THEMES = ['light', 'dark', 'system'] as const

export function AccountMenu() {
  const heddle = useHeddle()
  const session = useSession()
  const profile = useProfile()
  const queries = useQueryClient()
  const setTheme = useMutation({
    mutationFn: (theme: (typeof THEMES)[number]) => heddle.auth.preferences.update({ theme }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['auth', 'profile'] }),
    onError: (error) => toast(`The theme was not saved. ${error.message}`, { kind: 'failed' }),
  })

  async function handleSignOut() {
    await heddle.auth.logout().catch(() => undefined)
    session.signedOut()
  }

  return (
    <Menu
      label="Account"
      target={
        <Button look="quiet" title={profile.username}>
          Account
        </Button>
      }
      entries={[
        ...THEMES.map((theme) => ({
          text: `Theme: ${theme}`,
          ...(profile.preferences.theme === theme && { note: '✓' }),
          onSelect: () => setTheme.mutate(theme),
        })),
        'line',
        { text: 'API reference', onSelect: () => void openReference(heddle) },
        'line',
        { text: 'Sign out', onSelect: () => void handleSignOut() },
      ]}
    />
  )
}

async function openReference(heddle: Heddle): Promise<void> {
  const { ticket } = await heddle.wsTicket()
  open(`/api/docs/?ticket=${encodeURIComponent(ticket)}`, '_blank', 'noopener')
}
