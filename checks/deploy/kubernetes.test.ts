import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as apps from 'kubernetes-models/apps/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { findUnknownFields } from './find-unknown-fields.ts'
import { unknownVariables } from './known-variables.ts'

const FOLDER = new URL('../../deploy/kubernetes/', import.meta.url).pathname
const VERSIONS: Record<string, Record<string, any>> = {
  v1: core,
  'apps/v1': apps,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
}

const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')
const kustomization = parse(read('kustomization.yaml')) as { resources: string[] }
const files = [...kustomization.resources, 'secret.example.yaml']
const documents = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => ({ file, value: document.toJS() })),
)
const titled = documents.map(({ file, value }) => [`${value.kind} ${value.metadata.name} of ${file}`, value])
const find = (kind: string, name: string) =>
  documents.find(({ value }) => value.kind === kind && value.metadata.name === name)?.value
const deployments = documents.map(({ value }) => value).filter(({ kind }) => kind === 'Deployment')
const podOf = (deployment: any) => deployment.spec.template.spec
const containerOf = (deployment: any) => podOf(deployment).containers[0]

const modelOf = (value: any) => new VERSIONS[value.apiVersion]![value.kind](value)
const unknownFieldsOf = (value: any) => findUnknownFields(value, (data) => modelOf(value).validate.call(data))

it('a field that Kubernetes does not know is found', () => {
  const [{ spec, ...deployment }] = deployments

  expect(unknownFieldsOf({ ...deployment, spec: { ...spec, replica: 3 } })).toEqual(['replica'])
})

describe('the Kubernetes manifests', () => {
  it('are all listed, except the example of a secret', () => {
    expect(files.toSorted()).toEqual(
      globSync('*.yaml', { cwd: FOLDER })
        .filter((file) => file !== 'kustomization.yaml')
        .toSorted(),
    )
  })

  it.each(titled)('match the schemas of Kubernetes: %s', (_title, value) => {
    expect(() => modelOf(value).validate()).not.toThrow()
    expect(unknownFieldsOf(value)).toEqual([])
  })

  it('set only variables that Heddle reads, and name secrets that the example holds', () => {
    const { data } = find('ConfigMap', 'heddle-settings')
    const { stringData } = find('Secret', 'heddle')
    const paths = Object.entries<string>(data).filter(([name]) => name.endsWith('_FILE'))

    expect(
      unknownVariables([
        ...Object.keys(data),
        ...deployments.flatMap((each) => containerOf(each).env.map(({ name }: any) => name)),
      ]),
    ).toEqual([])
    expect(paths.map(([, path]) => path.replace('/run/secrets/heddle/', '')).toSorted()).toEqual(
      Object.keys(stringData).toSorted(),
    )
  })

  it.each(deployments.map((each) => [each.metadata.name, each]))(
    '%s is probed, bounded and stopped gently',
    (_name, deployment) => {
      const container = containerOf(deployment)
      const ports = container.ports.map(({ name }: any) => name)

      expect(container.livenessProbe.httpGet).toEqual({ path: '/live', port: 'health' })
      expect(container.readinessProbe.httpGet).toEqual({
        path: expect.stringMatching(/^\/ready(\?|$)/),
        port: 'health',
      })
      expect(ports).toContain('health')
      expect(container.resources.limits.memory).toMatch(/^\dGi$/)
      expect(podOf(deployment).terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30)
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    },
  )

  it('select pods that exist', () => {
    const pods = deployments.map(({ spec }) => spec.template.metadata.labels)
    const selectors = documents.flatMap(({ value: { kind, spec } }) =>
      kind === 'Service' ? [spec.selector] : [spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels ?? {}],
    )
    const isMet = (selector: object) =>
      pods.some((labels) => Object.entries(selector).every(([name, value]) => labels[name] === value))

    expect(selectors.filter((selector) => !isMet(selector))).toEqual([])
    expect(find('Ingress', 'heddle').spec.rules[0].http.paths[0].backend.service.name).toBe(
      find('Service', 'heddle').metadata.name,
    )
  })
})

describe('what an overlay can add', () => {
  const component = (folder: string) => {
    const { kind, resources, patches = [] } = parse(read(`${folder}/kustomization.yaml`)) as Record<string, any>
    return { kind, patches, things: resources.map((file: string) => parse(read(`${folder}/${file}`))) }
  }
  const portsOf = (deployment: any) => containerOf(deployment).ports.map(({ name }: any) => name)

  it('is a route of a gateway in place of the ingress', () => {
    const { kind, patches, things } = component('gateway-api')
    const removed = parse(patches[0].patch)
    const [route] = things
    const [target] = route.spec.rules[0].backendRefs

    expect(kind).toBe('Component')
    expect([removed.$patch, find(removed.kind, removed.metadata.name)]).toEqual(['delete', expect.anything()])
    expect(find('Service', target.name).spec.ports.map(({ port }: any) => port)).toContain(target.port)
    expect(route.spec.hostnames).toEqual(find('Ingress', 'heddle').spec.tls[0].hosts)
  })

  it('is a monitor of the pods of every role', () => {
    const [{ kind, spec }] = component('prometheus-operator').things

    expect(kind).toBe('PodMonitor')
    for (const deployment of deployments) {
      expect(deployment.spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
      expect(portsOf(deployment)).toContain(spec.podMetricsEndpoints[0].port)
    }
  })
})
