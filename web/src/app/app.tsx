import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Toasts } from '../components/toasts.tsx'
import { type Connected, ConnectedContext } from '../lib/session/context.tsx'
import { cssVariables, theme } from '../theme/mantine-theme.ts'
import { nonce } from './nonce.ts'
import type { AppRouter } from './router.tsx'
import { colorSchemes } from './color-scheme.ts'

type Props = { readonly connected: Connected; readonly queries: QueryClient; readonly router: AppRouter }

export const HeddleApp = ({ connected, queries, router }: Props) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    getStyleNonce={() => nonce}
    colorSchemeManager={colorSchemes}
    defaultColorScheme="auto"
  >
    <ConnectedContext value={connected}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </ConnectedContext>
  </MantineProvider>
)
