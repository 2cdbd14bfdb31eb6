CREATE TABLE "record_targets" (
	"target" text PRIMARY KEY NOT NULL,
	"audit_position" bigint NOT NULL,
	"sign_in_position" bigint NOT NULL,
	"run_finding_position" bigint NOT NULL,
	"check_finding_position" bigint NOT NULL,
	"lease_token" uuid,
	"leased_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"held_since" timestamp (3) with time zone,
	"last_error" text,
	"last_error_kind" text,
	"last_sent_at" timestamp (3) with time zone,
	"sent" bigint DEFAULT 0 NOT NULL,
	"refused" bigint DEFAULT 0 NOT NULL,
	"lost" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_findings" ADD COLUMN "sequence" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "check_findings_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "execution_findings" ADD COLUMN "sequence" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "execution_findings_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE UNIQUE INDEX "check_findings_sequence_key" ON "check_findings" USING btree ("sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "execution_findings_sequence_key" ON "execution_findings" USING btree ("sequence");