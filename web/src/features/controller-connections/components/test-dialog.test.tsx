import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { sampleConnection } from '../../../testing/wire-samples.ts'
import { TestDialog } from './test-dialog.tsx'

const PASSED = { status: 'success', message: 'Works.', latency_ms: 12 } as const

const showTest = (facts: Parameters<typeof sampleConnection>[0], reply: object = PASSED) =>
  show(
    <TestDialog
      connection={sampleConnection(facts)}
      reply={reply as never}
      error={null}
      onAgain={() => undefined}
      onEdit={undefined}
      onClose={() => undefined}
    />,
  )

describe('the test of a connection', () => {
  it.each([
    [
      'an address with http',
      { host: 'http://apic.example.com' },
      'Certificate: none, http sends the password unencrypted',
    ],
    [
      'a further address with http',
      { hosts: ['http://apic2'] },
      'Certificate: none, http sends the password unencrypted',
    ],
    ['a certificate that is not checked', { verify_ssl: false }, 'Certificate: not checked'],
    ['a certificate that is checked', {}, 'Certificate'],
  ])('says of %s: who could read the password', async (_, facts, text) => {
    showTest(facts)

    expect(await screen.findByText(text)).toBeDefined()
  })

  it('shows the certificate of a controller that was refused for it', async () => {
    const certificate = {
      subject: 'CN=apic1',
      issuer: 'CN=apic1',
      valid_to: '2027-01-02T03:04:05.000+00:00',
      sha256: 'AB:CD',
    }
    showTest({}, { status: 'failure', step: 'tls', message: 'The certificate is self-signed.', certificate })

    expect(await screen.findByText('AB:CD')).toBeDefined()
    expect(screen.getByText(/paste the certificate into Trusted certificates/)).toBeDefined()
  })
})
