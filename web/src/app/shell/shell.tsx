import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { profileQuery } from '../../features/auth/api.ts'
import { PageTools } from '../../components/page.tsx'
import { ProfileContext, useHeddle, useSession } from '../../lib/session/context.tsx'
import { useNotificationSocket } from '../../lib/sockets/use-notification-socket.ts'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { HelpSheet } from './help-sheet.tsx'
import { KeysContext, useKeys } from './keys.tsx'
import { PauseBar } from './pause-bar.tsx'
import { Palette, PaletteButton } from './palette.tsx'
import { Rail } from './rail.tsx'
import { StatusBar } from './status-bar.tsx'
import styles from './shell.module.css'

/** Everything around a page. */
export function Shell() {
  const heddle = useHeddle()
  const session = useSession()
  const { data: profile } = useSuspenseQuery(profileQuery(heddle))
  const { setColorScheme } = useMantineColorScheme()
  const socket = useNotificationSocket()
  const keys = useKeys()

  useEffect(() => {
    setColorScheme(profile.preferences.theme === 'system' ? 'auto' : (profile.preferences.theme as 'light' | 'dark'))
  }, [profile.preferences.theme, setColorScheme])

  // Only input renews the session: an idle one must be able to end.
  useEffect(() => {
    const handleInput = () => {
      if (session.endsSoon(Date.now())) void session.renewSoon()
    }
    addEventListener('pointerdown', handleInput)
    addEventListener('keydown', handleInput)
    return () => {
      removeEventListener('pointerdown', handleInput)
      removeEventListener('keydown', handleInput)
    }
  }, [session])

  return (
    <ProfileContext value={profile}>
      <KeysContext value={keys}>
        <PageTools
          value={
            <>
              <PaletteButton />
              <Bell />
              <AccountMenu />
            </>
          }
        >
          <div className={styles.shell}>
            <a href="#main" className={styles.skip}>
              Skip to the content
            </a>
            <Rail />
            <main id="main" className={styles.main} tabIndex={-1}>
              <PauseBar />
              <Outlet />
            </main>
            <StatusBar socket={socket} />
          </div>
          <Palette />
          <HelpSheet />
        </PageTools>
      </KeysContext>
    </ProfileContext>
  )
}
