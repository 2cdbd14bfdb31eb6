import { MantineProvider } from '@mantine/core'
import { createHeddle } from '@heddle/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createQueryClient } from '../app/query-client.ts'
import { createAppRouter } from '../app/router.tsx'
import { Toasts } from '../components/toasts.tsx'
import type { Wire } from '../lib/api/wire.ts'
import { ConnectedContext, ProfileContext } from '../lib/session/context.tsx'
import { BrowserSession } from '../lib/session/session.ts'
import { cssVariables, theme } from '../theme/mantine-theme.ts'
import { SimulatedApi } from './simulated-api.ts'
import { ACCESS, sampleProfile } from './wire-samples.ts'

type Circumstances = {
  readonly api?: SimulatedApi
  /** What the user may do, such as `queries.add_savedquery`. */
  readonly permissions?: readonly string[]
  readonly profile?: Partial<Wire.OwnProfile>
}

/** Shows a part of the web UI to a signed-in user, inside all that the app puts around it, but for the shell. */
export function show(part: ReactNode, { api = new SimulatedApi(), permissions = [], profile }: Circumstances = {}) {
  const session = new BrowserSession({ storage: sessionStorage, renew: async () => undefined, openChannel: alone })
  session.signedIn(ACCESS)
  const heddle = createHeddle({
    baseUrl: location.origin,
    credentials: session.credentials,
    retries: 0,
    fetch: api.fetch,
  })
  const connected = { heddle, session }
  const queries = createQueryClient()
  const router = createAppRouter({ ...connected, queries })
  const page = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <ConnectedContext value={connected}>
        <QueryClientProvider client={queries}>
          <RouterContextProvider router={router}>
            <ProfileContext value={sampleProfile({ ...profile, permissions: [...permissions] })}>{part}</ProfileContext>
          </RouterContextProvider>
          <Toasts />
        </QueryClientProvider>
      </ConnectedContext>
    </MantineProvider>,
  )
  return { ...page, user: userEvent.setup(), api, session, queries, router }
}

const alone = () => () => undefined
