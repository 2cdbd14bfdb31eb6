import type { Clock } from '../../kernel/clock.ts'
import { startSmtpServer } from '../smtp-server.ts'
import { startTestApp } from '../start-test-app.ts'

/** A test app that mails to a server of its own; links lead to `https://heddle.example` and `https://ui.example`. */
export async function startAppWithMail(clock: Clock) {
  const smtp = await startSmtpServer()
  const app = await startTestApp({
    clock,
    env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://heddle.example', FRONTEND_URL: 'https://ui.example' },
  })
  return {
    app,
    smtp,
    stop: async (): Promise<void> => {
      await app.stop()
      await smtp.stop()
    },
  }
}
