ALTER TABLE "scheduled_tasks" ADD COLUMN "diff_key_fields" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "diff_ignore_fields" jsonb;