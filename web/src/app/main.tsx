import '../theme/fonts.css'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '../theme/tokens.css'
import '../theme/base.css'
import { createRoot } from 'react-dom/client'
import { connect } from '../lib/api/heddle.ts'
import { HeddleApp } from './app.tsx'
import { loadShell } from './base-routes.ts'
import { createAppRouter } from './router.tsx'
import { createQueryClient } from './query-client.ts'
import { Waiting } from './waiting.tsx'

const { heddle, session } = connect()
const queries = createQueryClient()
const router = createAppRouter({ heddle, session, queries })

session.store.subscribe(() => {
  // What is on the page is not for everybody.
  if (session.isOfSomebodyElse()) location.reload()
  const isSigningIn = session.state() === 'signed-in' && router.state.location.pathname === '/login'
  if (isSigningIn) void router.invalidate()
  // A sign-out leaves nothing of the session behind, once no page shows it. Other tabs cover theirs and wait.
  if (session.state() === 'signed-out') void router.invalidate().then(() => queries.clear())
})
const root = createRoot(document.querySelector('#root')!)
const stopWaiting = session.store.subscribe(({ asksAgainAt }) => {
  if (asksAgainAt !== undefined) root.render(<Waiting session={session} />)
})
await session.start()
stopWaiting()
// Until its first page is here, the name that index.html shows stays.
await router.load()
root.render(<HeddleApp connected={{ heddle, session }} queries={queries} router={router} />)
if (session.state() !== 'signed-in') void loadShell()
