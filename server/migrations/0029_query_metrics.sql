CREATE TABLE "query_series" (
	"task_id" uuid NOT NULL,
	"controller_connection_id" uuid NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL,
	"stale_at" timestamp (3) with time zone NOT NULL,
	"series" jsonb NOT NULL,
	"dropped" integer NOT NULL,
	CONSTRAINT "query_series_task_id_controller_connection_id_pk" PRIMARY KEY("task_id","controller_connection_id")
);
--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "measure" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "metric" jsonb;--> statement-breakpoint
ALTER TABLE "query_series" ADD CONSTRAINT "query_series_task_id_scheduled_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_tasks_metric_idx" ON "scheduled_tasks" USING btree (("metric" ->> 'name'),"created_at","id") WHERE "scheduled_tasks"."metric" is not null;