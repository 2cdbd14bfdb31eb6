/** The top of the tree, nodes as systems, and the children nearly every object may have. Notation: see `parseTable`. */
export const ROOT_CLASSES = `
top:Root | | | | | config | | The object above all others; it has the empty DN.
pol:Uni | Policy Universe | uni | top:Root | pol:Obj | config | | Holds all policies of the fabric.
aaa:RbacAnnotation | Annotation to capture rbac info | rbacDom-{domain} | * | | config | childRegex | Opens an object to a security domain.
condition:Subj | | subj-[{oDn}] | top:Root | | config | | Holds the log entries of one object.
event:Record | Event | rec-{id} | condition:Subj | | record | ; affected cause changeSet code created id#=0 ind{creation/deletion/modification/special/state-transition}=state-transition severity=info trig=oper txId#=0 user=internal | Something that happened, as kept in the event log.
fault:Counts | Fault Counts | fltCnts | *health | | oper | | How many faults of each severity are below an object.
fault:Delegate | | fd-[{affected}]-fault-{code} | *delegate | | oper | ; ack? cause changeSet code created descr domain=infra highestSeverity=warning lastTransition lc{raised/raised-clearing/retaining/soaking/soaking-clearing}=raised occur#=1 origSeverity=warning prevSeverity=warning rule severity{cleared/critical/info/major/minor/warning}=warning subject type=operational | A fault of another object, shown at the one it affects.
fault:Inst | | fault-{code} | *fault | | oper | ; ack? alert? cause changeSet code created delegated? descr domain{access/external/framework/infra/management/security/tenant}=infra highestSeverity{cleared/critical/info/major/minor/warning}=warning lastTransition lc{raised/raised-clearing/retaining/soaking/soaking-clearing}=raised occur#=1 origSeverity{cleared/critical/info/major/minor/warning/squelched}=warning prevSeverity{cleared/critical/info/major/minor/warning}=warning rule severity{cleared/critical/info/major/minor/warning}=warning subject title type{communications/config/environmental/equipment/operational}=operational | Something that is wrong now, with severity and lifecycle.
fault:Record | Fault Record | fr-{id} | condition:Subj | | record | ; ack? affected cause changeSet code created delegated? domain=infra highestSeverity=warning id#=0 ind=creation lc=raised occur#=1 origSeverity=warning prevSeverity=warning rule severity=warning subject type=operational | A change of a fault, as kept in the fault log.
fault:Summary | Fault Count summary | fltcode-{code} | top:Root | | oper | | How many faults of one code there are.
health:Inst | | health | *health | | oper | ; chng#=0 cur#=100 maxSev{cleared/critical/info/major/minor/warning}=cleared prev#=100 twScore#=100 updTs | How well an object does, from 0 to 100.
health:Record | | hr-{id} | condition:Subj | | record | | A change of a health score, as kept in the log.
synthetic:HierarchyObj | | hier-{id} | synthetic:HierarchyObj,synthetic:Universe | naming:NamedObject | config fault | | A test object that holds others of its kind.
synthetic:Universe | | synthuni | top:Root | | config fault | | Holds objects for tests of the controller itself.
tag:AliasDelInst | Deleted Alias | aliasdel-{name} | *health | | oper | | A former name of an object.
tag:AliasInst | Alias Tag | alias | *health | | oper | | Another name of an object.
tag:Annotation | Annotation | annotationKey-[{key}] | * | | config | value | A key and a value programs attach to an object.
tag:ExtMngdInst | External tag instance | extmngd | *health | naming:NamedObject | config | isMsc isShadow | Marks what another manager looks after.
tag:Inst | Tag Instance | tag-{name} | *health | naming:NamedObject | config fault | | Groups objects under a word.
tag:Tag | Tag | tagKey-{key} | * | | config | value | A key and a value users attach to an object.
top:System | System | sys | fabric:Node | | oper fault delegate root | ; address=10.0.0.1 bootstrapState=none clusterTimeDiff#=0 configIssues controlPlaneMTU#=9000 currentTime enforceSubnetCheck? etepAddr=0.0.0.0 fabricDomain=fabric1 fabricId#=1 fabricMAC=00:22:BD:F8:19:FF id#=0 inbMgmtAddr=0.0.0.0 inbMgmtGateway=0.0.0.0 lastRebootTime lastResetReason=unknown mode=unspecified name nodeType=unspecified oobMgmtAddr=0.0.0.0 oobMgmtGateway=0.0.0.0 podId#=1 remoteNetworkId#=0 remoteNode? role{controller/leaf/spine/unspecified}=leaf serial siteId#=0 state{in-service/out-of-service/requesting/initializing/invalid}=in-service systemUpTime tepPool=10.0.0.0/16 unicastXrEpLearnDisable? version | A node as a system: name, addresses, release, time since start.
`
