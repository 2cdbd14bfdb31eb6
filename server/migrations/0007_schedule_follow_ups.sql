ALTER TABLE "scheduled_executions" ADD COLUMN "captures_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD COLUMN "follow_up" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "on_changes" jsonb;