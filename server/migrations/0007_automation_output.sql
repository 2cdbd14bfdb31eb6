DROP INDEX "automation_webhook_events_job_idx";--> statement-breakpoint
ALTER TABLE "automation_executions" ADD COLUMN "output_live_bytes" bigint;--> statement-breakpoint
ALTER TABLE "automation_executions" ADD COLUMN "output_replaced" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "automation_webhook_events_waiting_idx" ON "automation_webhook_events" USING btree ("job_id") WHERE "automation_webhook_events"."applied_at" is null;