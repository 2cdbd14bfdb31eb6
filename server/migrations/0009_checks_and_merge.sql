ALTER TABLE "executions" ADD COLUMN "controller_connection_ids" uuid[];--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "allow_partial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "expectation" jsonb;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "expect" jsonb;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "parameters" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD COLUMN "controller_connection_ids" uuid[];--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD COLUMN "expectation" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "notify_on_expectation" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "merge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "allow_partial" boolean DEFAULT false NOT NULL;