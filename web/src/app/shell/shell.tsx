import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { profileQuery } from '../../features/auth/api.ts'
import { PageTools } from '../../components/page.tsx'
import { ProfileContext, useHeddle, useSessionState } from '../../lib/session/context.tsx'
import { hasSingleKeysOf } from '../../lib/session/preferences.ts'
import { noteVisit } from '../../lib/session/visits.ts'
import { useNotificationSocket } from '../../lib/sockets/use-notification-socket.ts'
import { SignInAgain } from '../../features/auth/components/sign-in-again.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { AwayBar } from './away-bar.tsx'
import { CopyBar } from './copy-bar.tsx'
import { HelpSheet } from './help-sheet.tsx'
import { IdleGuard } from './idle-guard.tsx'
import { KeysContext, useKeys } from './keys.tsx'
import { PageFocus } from './page-focus.tsx'
import { PauseBar } from './pause-bar.tsx'
import { Palette, PaletteButton } from './palette.tsx'
import { Rail } from './rail.tsx'
import { useRecentPages } from './use-recent-pages.ts'
import { StatusBar } from './status-bar.tsx'
import styles from './shell.module.css'
import { words } from './words.ts'

/** Everything around a page. */
export function AppShell() {
  const heddle = useHeddle()
  const isSignedIn = useSessionState() === 'signed-in'
  const { data: profile } = useSuspenseQuery(profileQuery(heddle))
  // Before the pages are drawn: they ask when their user was here last.
  useState(() => noteVisit(profile.id, Date.now()))
  useRecentPages(profile.id)
  const { setColorScheme } = useMantineColorScheme()
  const socket = useNotificationSocket(isSignedIn)
  const keys = useKeys({ hasSingleKeys: hasSingleKeysOf(profile) })

  useEffect(() => {
    setColorScheme(profile.preferences.theme === 'system' ? 'auto' : (profile.preferences.theme as 'light' | 'dark'))
  }, [profile.preferences.theme, setColorScheme])

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
            <PageFocus />
            <a href="#main" className={styles.skip}>
              {words.skip}
            </a>
            <Rail />
            <div className={styles.middle}>
              <CopyBar />
              <PauseBar />
              <AwayBar socket={socket} />
              <main id="main" className={styles.main} tabIndex={-1}>
                <Outlet />
              </main>
            </div>
            <StatusBar socket={socket.state} />
          </div>
          <Palette />
          <HelpSheet />
          <IdleGuard />
          <SignInAgain />
        </PageTools>
      </KeysContext>
    </ProfileContext>
  )
}
