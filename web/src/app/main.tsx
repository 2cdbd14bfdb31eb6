import '../theme/fonts.css'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '../theme/tokens.css'
import '../theme/base.css'
import { createRoot } from 'react-dom/client'
import { connect } from '../lib/api/heddle.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'
import { createQueryClient } from './query-client.ts'

const { heddle, session } = connect()
const queries = createQueryClient()
const router = createAppRouter({ heddle, session, queries })

// A sign-out, in any tab, leaves nothing of the session behind.
session.subscribe(() => {
  if (session.state() === 'signed-out') queries.clear()
  if (session.state() !== 'signed-in') void router.invalidate()
})
await session.start()
createRoot(document.querySelector('#root')!).render(<App connected={{ heddle, session }} queries={queries} router={router} />)
