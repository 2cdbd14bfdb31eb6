DROP INDEX "automation_webhook_events_job_idx";--> statement-breakpoint
ALTER TABLE "automation_templates" ADD COLUMN "validation_lists" uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_templates" ADD COLUMN "is_restricted" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_executions" ADD COLUMN "output_live_bytes" bigint;--> statement-breakpoint
ALTER TABLE "automation_executions" ADD COLUMN "output_replaced" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_executions" ADD COLUMN "collect_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "automation_executions_collect_idx" ON "automation_executions" USING btree ("collect_until") WHERE "automation_executions"."collect_until" is not null;--> statement-breakpoint
CREATE INDEX "automation_webhook_events_waiting_idx" ON "automation_webhook_events" USING btree ("job_id") WHERE "automation_webhook_events"."applied_at" is null;