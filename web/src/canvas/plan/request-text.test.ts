import { expect, it } from 'vitest'
import { requestText } from './request-text.ts'

const REQUEST =
  '/api/class/fvBD.json?query-target-filter=eq(fvBD.name,%22it%27s%22)&order-by=fvBD.dn&page=0&page-size=5000'

it('is a request from anywhere', () => {
  expect(requestText({ request: REQUEST }, 'curl')).toBe(`curl -sk -b "APIC-cookie=$TOKEN" "https://$APIC"'${REQUEST}'`)
})

it('is a request on the controller', () => {
  expect(requestText({ request: '/api/class/fvBD.json' }, 'icurl')).toBe(
    `icurl 'http://localhost:7777/api/class/fvBD.json'`,
  )
})

it("is a question to the controller's own tool, which reads page by page itself", () => {
  expect(requestText({ request: REQUEST, class_name: 'fvBD' }, 'moquery')).toBe(
    String.raw`moquery -c fvBD -x 'query-target-filter=eq(fvBD.name,"it'\''s")' 'order-by=fvBD.dn'`,
  )
  expect(
    requestText({ request: '/api/mo/uni/tn-a.json?query-target=subtree&target-subtree-class=fvBD' }, 'moquery'),
  ).toBe(`moquery -d 'uni/tn-a' -x 'query-target=subtree' 'target-subtree-class=fvBD'`)
})
